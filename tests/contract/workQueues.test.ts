import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { workQueueName } from '#contract/config/health.ts';
import { sourceFiles } from '../support/sourceFiles.ts';

it('every work queue has a label, and every label a queue', () => {
  const text = sourceFiles('server')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const worked = [...text.matchAll(/queue\.work\((\w+)/g)].map(([, name = '']) => name);
  const queues = worked.map((name) => new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1]);
  expect(worked.length).toBeGreaterThan(3);
  expect(Object.keys(workQueueName).sort()).toEqual(queues.sort());
});
