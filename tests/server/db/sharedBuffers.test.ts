import { expect, it } from '@jest/globals';
import { sharedBuffers } from '#server/db/embedded/server.ts';

const GIB = 1024 ** 3;

it("gives the database's cache an eighth of the memory, from 256 MB to 2 GB", () => {
  expect([1, 2, 4, 8, 24].map((memory) => sharedBuffers(memory * GIB))).toEqual([256, 256, 512, 1024, 2048]);
});
