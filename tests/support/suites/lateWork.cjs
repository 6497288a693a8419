const TIMERS = [
  ['setTimeout', 'clearTimeout'],
  ['setInterval', 'clearInterval'],
];

/**
 * What a suite has begun and left: suites of screens share a worker, and a draft that one of them meant to save in two
 * seconds would arrive at the server of the next. After its end no timer of a suite fires, no answer comes to it, and
 * what it still asks for is asked of nobody.
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
    // What was about to go on does so now, while nothing comes of it.
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
      // Among them what `util.promisify` makes of it.
      scope[setter] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(set));
      scope[clearer] = (timer) => {
        this.suite.timers.delete(timer);
        clear(timer);
      };
    }
  }

  /** Whatever a suite puts in the place of `fetch`, msw for one, is watched in its turn. */
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
