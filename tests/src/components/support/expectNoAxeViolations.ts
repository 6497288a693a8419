import { expect } from '@jest/globals';
import axe from 'axe-core';

/** Runs axe over an element. Colours are left out: jsdom has no layout to read them from. */
export const expectNoAxeViolations = async (element: Element = document.body) => {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)).toEqual(
    [],
  );
};
