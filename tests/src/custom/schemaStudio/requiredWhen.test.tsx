import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { RequiredWhen } from '#src/custom/schemaStudio/registration/RequiredWhen.tsx';
import { type StepField, stepFields } from '#src/custom/schemaStudio/registration/stepFields.ts';
import { OFFERED, whenText } from '#src/custom/schemaStudio/registration/stepWhen.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';

const company: Content = JSON.parse(readFileSync('schemas/registration/sac-empresa.json', 'utf8'));

function Stage() {
  const [content, setContent] = useState(company);
  const field = stepFields(content).find(({ name }) => name === 'inscricaoMunicipal') as StepField;
  return (
    <ThemeProvider>
      <RequiredWhen content={content} onChange={setContent} problems={[]} readOnly={false} field={field} />
    </ThemeProvider>
  );
}

it('requires a field in each of the cases that are offered, always among them', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Stage />);
  for (const text of OFFERED.map(whenText)) {
    await user.click(screen.getByRole('combobox', { name: /^Exigir em mais um caso/ }));
    await user.click(screen.getByRole('option', { name: text }));
    expect(screen.getByTitle(`Deixar de exigir: ${text}`)).toBeTruthy();
  }
  expect(screen.queryByRole('combobox')).toBeNull();
});
