/** Jest's own runner under a second name, because suites with a different runner use other workers. */
module.exports = require('jest-runner');
