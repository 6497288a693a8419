import { expect, it } from '@jest/globals';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AsyncAutocomplete } from '#ui/components/inputs/AsyncAutocomplete.tsx';

const load = async () => [{ value: 1, label: 'Mercado Sol' }];
// As the theme of the console has it.
const theme = createTheme({ components: { MuiAutocomplete: { defaultProps: { openOnFocus: true } } } });
const show = (opensAtOnce = false) =>
  render(
    <ThemeProvider theme={theme}>
      <AsyncAutocomplete
        label="Cliente"
        value={null}
        onChange={() => {}}
        load={load}
        autoFocus
        opensAtOnce={opensAtOnce}
      />
    </ThemeProvider>,
  );

it('opens no list by the automatic focus, only when somebody asks for it', async () => {
  show();
  expect(screen.getByRole('combobox')).toHaveFocus();
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(screen.getByRole('combobox'));
  expect(await screen.findByRole('option', { name: 'Mercado Sol' })).toBeInTheDocument();
});

it('opens it at once where the editor itself was opened to choose', async () => {
  show(true);
  expect(await screen.findByRole('option', { name: 'Mercado Sol' })).toBeInTheDocument();
});
