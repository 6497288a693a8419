import { expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';

it('a failed query reports the page, both at once and after waiting', async () => {
  render(<p>Só isto</p>);
  const found = () => screen.getByRole('button', { name: 'Salvar' });
  const waited = () => waitFor(found, { timeout: 60 });
  for (const ask of [async () => found(), waited]) {
    const error = await ask().catch((failure: unknown) => failure as Error);
    for (const text of [(error as Error).message, (error as Error).stack])
      expect(text).toMatch(/Unable to find[\s\S]*Só isto/);
    expect((error as Error).stack).toContain('queryErrors');
  }
});
