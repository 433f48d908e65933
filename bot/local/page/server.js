// Talks to the server: wishes over HTTP, news over one socket. Not for showing anything.

import { say } from "./words.js";

const KEY = document.querySelector("meta[name=kontor-key]").content;
const AGAIN_MS = 800;

// The server has said no, in a sentence.
export class Refusal extends Error {}
// The server has said nothing.
export class Away extends Error {}

// What to tell somebody whose wish has failed.
export function complaint(error) {
  if (error instanceof Away) return say("offline");
  return (error instanceof Refusal && error.message) || say("refused");
}

async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { "X-Kontor-Key": KEY, "Content-Type": "application/json" } }).catch(() => {
    throw new Away();
  });
  if (response.status === 403) location.reload(); // the server was started again and has another key
  const answer = await response.json().catch(() => {
    throw new Away();
  });
  if (!response.ok || answer.refused !== undefined) throw new Refusal(answer.refused || "");
  return answer;
}

export function look(what, fields) {
  return ask(`/local/${what}?${new URLSearchParams(fields)}`);
}

export function wish(what, fields) {
  return ask(`/local/wish/${what}`, { method: "POST", body: JSON.stringify(fields) });
}

export function people() {
  return ask("/local/people");
}

// Keeps a socket open for one person; `listen` gets every event, `lost` is called when there is none.
export class News {
  constructor(listen, lost) {
    this.listen = listen;
    this.lost = lost;
    this.socket = null;
  }

  open(person) {
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    const address = new URL("/local/socket", location);
    address.protocol = "ws:";
    address.search = new URLSearchParams({ key: KEY, person });
    const socket = new WebSocket(address);
    socket.onmessage = (message) => this.listen(JSON.parse(message.data));
    socket.onclose = () => {
      this.lost();
      setTimeout(() => this.again(person), AGAIN_MS);
    };
    this.socket = socket;
  }

  async again(person) {
    try {
      await people(); // reloads the page if the key is an old one
      this.open(person);
    } catch {
      setTimeout(() => this.again(person), AGAIN_MS);
    }
  }
}
