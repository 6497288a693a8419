import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';

it('a conflict is stated where it cannot be resolved', () => {
  render(
    <ThemeProvider>
      <SaveStatus state={{ kind: 'conflict', current: null }} />
    </ThemeProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Este rascunho foi enviado ou descartado em outra página ou aparelho.',
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
