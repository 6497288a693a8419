import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { hasStepBack, stepBack, useBrowserBack } from '#ui/components/frame/browserBack.ts';

function Stepped({ name, taken, active = true }: { name: string; taken: string[]; active?: boolean }) {
  useBrowserBack(active, () => taken.push(name));
  return null;
}

it("'back' of the browser takes a step in the topmost dialog, and leaves the page once none is open", () => {
  const taken: string[] = [];
  expect([hasStepBack(), stepBack()]).toEqual([false, false]);
  const below = render(<Stepped name="below" taken={taken} />);
  const above = render(<Stepped name="above" taken={taken} />);
  stepBack();
  above.rerender(<Stepped name="above" taken={taken} active={false} />);
  stepBack();
  above.unmount();
  below.unmount();
  expect(taken).toEqual(['above', 'below']);
  expect(hasStepBack()).toBe(false);
});
