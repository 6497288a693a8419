/** The people of the demonstration, one of each type, eleven digits; the login page offers them while DEMO is on. */
export const DEMO_CPFS = [
  '10000000108',
  '20000000299',
  '30000000388',
  '40000000477',
  '50000000566',
  '60000000655',
  '70000000744',
] as const;

/** Of all of them. */
export const DEMO_PASSWORD = 'balcao-demo';
