// What a page from disk is told: all that stands in it, at once. Nobody plays there.

export class DocumentSource {
  isOpen = false;

  constructor(page) {
    this.page = page;
  }

  open() {
    this.onmessage({ type: "frames", from: 0, frames: this.page.frames });
  }

  send() {}

  close() {}

  async rules() {
    return document.getElementById("book")?.innerHTML ?? "";
  }
}
