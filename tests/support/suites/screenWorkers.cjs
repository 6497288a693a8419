/** Jest's own runner under a second name: suites of another name run in other workers. */
module.exports = require('jest-runner');
