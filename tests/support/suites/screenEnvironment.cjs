const v8 = require('node:v8');
const { JSDOM } = require('jsdom');
const LateWork = require('./lateWork.cjs');
const NodeEnvironment = require('./nodeEnvironment.cjs');

/** Names that Node also has, but that a page must get from its own document. */
const OF_THE_PAGE = ['DOMException', 'EventTarget', 'Event', 'CustomEvent', 'MessageEvent'];
/** These remain the worker's, so that every module sees the same global object. */
const OF_NODE = ['window', 'self', 'top', 'parent', 'global', 'globalThis'];

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

/**
 * The page of the running suite. Its names are placed among the worker's globals, where those of the next page replace them.
 */
let page;
/** Values with which a suite has replaced names of its page. */
const given = new Map();

function openPage() {
  const left = page;
  page = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: 'http://localhost/' }).window;
  left?.close();
  given.clear();
  for (const name of Object.getOwnPropertyNames(page)) {
    const ownOfNode = OF_NODE.includes(name) || (name in globalThis && !OF_THE_PAGE.includes(name));
    if (!name.startsWith('_') && (!ownOfNode || placed.has(name))) place(name);
  }
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    globalThis[name] = page[name].bind(page);
  // An error that no listener of the suite handles fails its test.
  page.addEventListener('error', ({ error }) => {
    if (error) process.emit('uncaughtException', error);
  });
  for (const name of ['window', 'self', 'top', 'parent']) globalThis[name] = globalThis;
  Object.defineProperty(page.document, 'defaultView', { configurable: true, get: () => globalThis });
  Object.assign(globalThis, {
    matchMedia,
    structuredClone: (value) => v8.deserialize(v8.serialize(value)),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
}

const placed = new Set();

function place(name) {
  placed.add(name);
  const called = typeof page[name] === 'function' && !/^[A-Z]/.test(name);
  const method = called ? page[name].bind(page) : undefined;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: true,
    get: () => (given.has(name) ? given.get(name) : (method ?? page[name])),
    set(value) {
      if (name.startsWith('on')) page[name] = value;
      else given.set(name, value);
    },
  });
}

/** Shared by all suites of a worker. */
let late;

class ScreenEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    openPage();
    late ??= new LateWork(globalThis);
    late.begin();
  }

  async teardown() {
    await super.teardown();
    await late.end();
  }
}

module.exports = ScreenEnvironment;
