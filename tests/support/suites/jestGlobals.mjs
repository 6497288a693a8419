import { jestExpect } from '@jest/expect';

/** In the bundles of suites this stands for `@jest/globals`, which Jest gives to modules that it loads itself. */

const suite = () => globalThis[Symbol.for('balcao.suite')];

/** Modules are shared by suites, so a global is looked up on each call. */
const live = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, args) => Reflect.apply(suite()[name], self, args),
    get: (_, key) => suite()[name][key],
  });

export const expect = jestExpect;
export const describe = live('describe');
export const it = live('it');
export const test = live('test');
export const beforeAll = live('beforeAll');
export const beforeEach = live('beforeEach');
export const afterAll = live('afterAll');
export const afterEach = live('afterEach');

const mocker = () => suite().environment.moduleMocker;
const timers = () => suite().environment.fakeTimersModern;

/** Functions on which Node's own streams and sockets depend. */
const OF_NODE = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'];

export const jest = {
  fn: (implementation) => mocker().fn(implementation),
  spyOn: (...args) => mocker().spyOn(...args),
  clearAllMocks: () => mocker().clearAllMocks(),
  restoreAllMocks: () => mocker().restoreAllMocks(),
  useFakeTimers: (options) => timers().useFakeTimers({ doNotFake: OF_NODE, ...options }),
  useRealTimers: () => timers().useRealTimers(),
  setSystemTime: (now) => timers().setSystemTime(now),
  advanceTimersByTime: (milliseconds) => timers().advanceTimersByTime(milliseconds),
  advanceTimersByTimeAsync: (milliseconds) => timers().advanceTimersByTimeAsync(milliseconds),
  setTimeout(milliseconds) {
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = milliseconds;
  },
};
