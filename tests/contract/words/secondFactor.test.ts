import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

/** Forms of 'ligar', as a text writes them: keys and paths of the wire keep theirs. */
const SWITCHED = String.raw`(?<![\w/-])(?:[Dd]es)?[Ll]ig(?:ar|ue|ad[ao]s?|ou)(?!\w)`;
const FACTOR = '(?:duas etapas|segundo fator|verificação)';

/** A text and what stands beside it, which may be the next sentence or the help of a switch. */
const NEAR = new RegExp(
  String.raw`${FACTOR}[^]{0,300}?(${SWITCHED})|(${SWITCHED})[^\n]{0,80}?${FACTOR}`,
  'g',
);
const ITS_OWN = /[sS]econdFactor|\/(?:Enrol|Proof)/;

const texts = [...sourceFiles('contract'), ...sourceFiles('server'), ...sourceFiles('src')];
const wrongIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  const found = ITS_OWN.test(file) ? text.matchAll(new RegExp(SWITCHED, 'g')) : text.matchAll(NEAR);
  return [...found].map(([said]) => `${file}: ${said}`);
};

describe('the two-step verification', () => {
  it('is activated and deactivated in every text, as a profile and a person are', () => {
    expect(texts.filter((file) => ITS_OWN.test(file)).length).toBeGreaterThan(5);
    expect(texts.flatMap(wrongIn)).toEqual([]);
  });
});
