// What a table in a frame is told by the page that holds it, through a port that the page hands over.

export class FrameSource {
  isOpen = false;

  open() {
    addEventListener("message", ({ source, ports: [port] }) => source === parent && port && this.take(port), { once: true });
    parent.postMessage({ type: "table" }, "*"); // says nothing but that it is there
  }

  take(port) {
    this.port = port;
    this.isOpen = true;
    port.onmessage = ({ data }) => this.onmessage(data);
    this.onmessage({ type: "open" });
  }

  send(message) {
    this.port?.postMessage(message);
  }

  close() {
    this.port?.close();
    this.isOpen = false;
  }

  async rules() {
    return "";
  }
}
