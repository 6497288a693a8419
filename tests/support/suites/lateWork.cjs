const TIMERS = [
  ['setTimeout', 'clearTimeout'],
  ['setInterval', 'clearInterval'],
];

/**
 * Work that a suite started and left unfinished. Suites of screens share a worker, so a draft that one of them meant to save
 * in two seconds would reach the next suite's server. After a suite has ended, none of its timers fire, no response reaches
 * it, and its further requests are not sent.
 */
class LateWork {
  /** @param {typeof globalThis} scope whose timers and `fetch` the suites use */
  constructor(scope) {
    this.watchTimers(scope);
    this.watchFetch(scope);
    this.turn = scope.setImmediate;
    this.begin();
  }

  begin() {
    this.suite = { over: false, timers: new Map() };
  }

  async end() {
    const { suite } = this;
    suite.over = true;
    for (const [timer, clear] of suite.timers) clear(timer);
    // Lets pending work continue now, while it has no effect.
    for (let count = 0; count < 2; count += 1) await new Promise((resolve) => this.turn(resolve));
  }

  watchTimers(scope) {
    for (const [setter, clearer] of TIMERS) {
      const [set, clear] = [scope[setter], scope[clearer]];
      const watched = (callback, ms, ...args) => {
        const { suite } = this;
        const fire = () => {
          if (setter === 'setTimeout') suite.timers.delete(timer);
          callback(...args);
        };
        const timer = set(fire, ms);
        if (suite.over) clear(timer);
        else suite.timers.set(timer, clear);
        return timer;
      };
      // Includes the promisified version used by `util.promisify`.
      scope[setter] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(set));
      scope[clearer] = (timer) => {
        this.suite.timers.delete(timer);
        clear(timer);
      };
    }
  }

  /** Whatever a suite replaces `fetch` with, for example msw, is watched as well. */
  watchFetch(scope) {
    const own = new WeakSet();
    const watched = (original) => {
      const call = async (...args) => {
        const { suite } = this;
        if (suite.over) return new Promise(() => {});
        const answer = Promise.resolve(original.apply(scope, args));
        return new Promise((resolve, reject) =>
          answer.then(
            (value) => suite.over || resolve(value),
            (error) => suite.over || reject(error),
          ),
        );
      };
      own.add(call);
      return call;
    };
    let fetch = watched(scope.fetch);
    Object.defineProperty(scope, 'fetch', {
      configurable: true,
      enumerable: true,
      get: () => fetch,
      set: (value) => {
        fetch = own.has(value) ? value : watched(value);
      },
    });
  }
}

module.exports = LateWork;
