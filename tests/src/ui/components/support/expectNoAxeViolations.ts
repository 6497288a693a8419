import { expect } from '@jest/globals';
import axe from 'axe-core';

/** Runs axe on an element. Rules that need layout or a canvas are left to the browser tests, since jsdom has neither. */
export const expectNoAxeViolations = async (element: Element = document.body) => {
  const { violations } = await axe.run(element, {
    rules: {
      'color-contrast': { enabled: false },
      'label-content-name-mismatch': { enabled: false },
      region: { enabled: false },
    },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)).toEqual(
    [],
  );
};
