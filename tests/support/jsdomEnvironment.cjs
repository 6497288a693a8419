// jsdom without what react-admin, MUI and msw take for granted; RJSF needs structuredClone.
const v8 = require('node:v8');
const Base = require('jest-fixed-jsdom');

const FROM_NODE = [
  'WritableStream',
  'ReadableStream',
  'TransformStream',
  'CompressionStream',
  'DecompressionStream',
  'BroadcastChannel',
];

const matchMedia = (media) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

class Environment extends Base {
  async setup() {
    await super.setup();
    const g = this.global;
    for (const name of FROM_NODE) g[name] ??= globalThis[name];
    g.structuredClone = (value) => v8.deserialize(v8.serialize(value));
    g.matchMedia ??= matchMedia;
    g.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
}

module.exports = Environment;
module.exports.default = Environment;
