import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { textBesideFields } from '#ui/shell/states/StateMessage.tsx';
import { sourceFiles } from '../../support/sourceFiles.ts';

const sources = ['src', 'contract', 'server'].flatMap((root) =>
  sourceFiles(root).map((path) => ({ path, text: readFileSync(path, 'utf8') })),
);

describe('messages shown once', () => {
  it('have one sentence for an invalid e-mail address, in one place', () => {
    const saying = sources.filter(({ text }) => /e-mail inválido/i.test(text.replace(/\/\/.*|\/?\*.*/g, '')));
    expect(saying.map(({ path }) => path)).toEqual(['contract/rules/contact.ts']);
  });

  it('are at their field or beside the form, never both', () => {
    const refusal = { message: 'Informe o assunto.', fields: { assunto: 'Informe o assunto.' } };
    expect(textBesideFields(refusal, ['assunto'])).toBeUndefined();
    // A field that the form does not show cannot display its message.
    expect(textBesideFields(refusal, ['idCli'])).toBe('Informe o assunto.');
    expect(textBesideFields({ ...refusal, message: 'Outra coisa.' }, ['assunto'])).toBe('Outra coisa.');
  });

  it('use that rule in every form that shows both', () => {
    const both = sources.filter(
      ({ path, text }) =>
        path.startsWith('src/') &&
        /Alert severity="error">\{?(errorText|failure|problem)/.test(text) &&
        /errors?=\{[^}]*\.fields\b|(errors|refused)\b[^\n]*\.fields\b/.test(text) &&
        !/textBesideFields|!fields\./.test(text),
    );
    // Its fields are in rows that may be collapsed, so a message shown only there would not be seen.
    expect(both.map(({ path }) => path)).toEqual(['src/resources/tickets/products/AddProductsDialog.tsx']);
  });
});
