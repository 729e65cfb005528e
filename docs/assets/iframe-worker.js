// A page that is opened from a folder may not start a web worker, and the search is one. There, a hidden frame does its
// work: the same script, the same messages. The theme asks for `IFrameWorker` and then waits for `importScripts`.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = async (...addresses) => {
        for (const one of addresses) await this.load(one);
      };
      this.load(address).then(() => {
        this.waiting.splice(0).forEach((data) => this.tell(data));
        this.waiting = null;
      });
    }

    load(address) {
      return new Promise((loaded, failed) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src: address, onload: loaded, onerror: failed });
        this.inside.document.body.append(script);
      });
    }

    tell(data) {
      this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }));
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.tell(data);
    }
  };
  window.Worker = window.IFrameWorker;
}
