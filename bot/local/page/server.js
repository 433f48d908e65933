// Talks to the server: wishes over HTTP, news over one socket. Not for showing anything.

const KEY = document.querySelector("meta[name=kontor-key]").content;
const AGAIN_MS = 800;

export class Refusal extends Error {}

async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { "X-Kontor-Key": KEY, "Content-Type": "application/json" } });
  if (response.status === 403) location.reload(); // the server was started again and has another key
  const answer = await response.json();
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
