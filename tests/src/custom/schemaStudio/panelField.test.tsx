import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { Problem } from '#contract/config/definitions.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { PanelContext, PanelField, placeIn } from '#src/custom/schemaStudio/parts/PanelField.tsx';

const metaOf = (name: string) => JSON.parse(readFileSync(`schemas/meta/${name}.schema.json`, 'utf8'));

interface Drawn {
  at: string;
  content: Content;
  problems?: Problem[];
  readOnly?: boolean;
}

/** Draws a place of a record type; `given` is filled with each content that it reports. */
function draw({ at, content, problems = [], readOnly = false }: Drawn): Content[] {
  const given: Content[] = [];
  render(
    <PanelContext
      value={{ meta: metaOf('record'), content, onChange: (next) => given.push(next), problems, readOnly }}
    >
      <PanelField at={at} />
    </PanelContext>,
  );
  return given;
}

const CONTENT = {
  titulo: { um: 'contrato', muitos: 'contratos' },
  descricao: 'Contratos de comodato',
  campos: [{ chave: 'valor', titulo: 'Valor', tipo: 'DECIMAL', casas: 3 }],
};

describe('a property of a pane', () => {
  it('is a number where the place holds one or nothing', () => {
    expect(placeIn(metaOf('flow'), '/etapas/0/prazo_horas_uteis').type).toBe('integer');
    expect(placeIn(metaOf('flow'), '/etapas/0/permissao').type).toBe('string');
  });

  it('takes its label, help and length from the meta-schema, also behind a reference', () => {
    draw({ at: '/campos/0/titulo', content: CONTENT });
    const box = screen.getByRole('textbox', { name: 'Título' });
    expect(box.getAttribute('maxlength')).toBe('60');
    const help = document.getElementById(box.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toBe(metaOf('record').$defs.campo.properties.titulo.description);
  });

  it('writes at its place alone, and leaves out of the file what is empty unless it is required', () => {
    const given = draw({ at: '/campos/0/ajuda', content: CONTENT });
    fireEvent.change(screen.getByRole('textbox', { name: 'Ajuda' }), { target: { value: 'Em reais.' } });
    expect(given).toEqual([{ ...CONTENT, campos: [{ ...CONTENT.campos[0], ajuda: 'Em reais.' }] }]);
  });

  it('keeps a required text when it is emptied, so that the problem is shown there', () => {
    const given = draw({ at: '/descricao', content: CONTENT });
    fireEvent.change(screen.getByRole('textbox', { name: 'Descrição' }), { target: { value: '' } });
    expect(given).toEqual([{ ...CONTENT, descricao: '' }]);
  });

  it('removes an optional text when it is emptied', () => {
    const content = { ...CONTENT, campos: [{ ...CONTENT.campos[0], ajuda: 'x' }] };
    const given = draw({ at: '/campos/0/ajuda', content });
    fireEvent.change(screen.getByRole('textbox', { name: 'Ajuda' }), { target: { value: '' } });
    expect(given).toEqual([CONTENT]);
  });

  it('offers the choices of the meta-schema by their labels, and draws a switch for yes or no', () => {
    draw({ at: '/titulo/genero', content: CONTENT });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Gênero' }));
    const options = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Masculino: contrato criado',
      'Feminino: vistoria criada',
      'Escolha',
    ]);
    const given = draw({ at: '/noTicket', content: CONTENT });
    fireEvent.click(screen.getByRole('switch', { name: 'Bloco na página do ticket', hidden: true }));
    expect(given).toEqual([{ ...CONTENT, noTicket: true }]);
  });

  it('shows the problem of its place instead of the help, and does nothing where only reading is allowed', () => {
    const problem: Problem = {
      ponteiro: '/descricao',
      mensagem: 'Preencha o texto.',
      gravidade: 'ERRO',
      linha: 1,
    };
    draw({ at: '/descricao', content: CONTENT, problems: [problem], readOnly: true });
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Descrição' });
    expect(box.disabled).toBe(true);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Preencha o texto.',
    );
  });

  it('finds places inside of schemas that are themselves edited', () => {
    const place = placeIn(metaOf('registration'), '/schema/properties/razaoSocial/maxLength');
    expect(place).toMatchObject({ title: 'Tamanho máximo', type: 'integer', unit: 'caracteres' });
    expect(placeIn(metaOf('registration'), '/schema/then/properties/nome/title').title).toBe('Rótulo');
  });

  it('names every place of every shipped report, each with a title and none by its key', () => {
    const meta = metaOf('report');
    const reports = readdirSync('schemas/reports').filter((name) => name.endsWith('.json'));
    expect(reports.length).toBeGreaterThan(20);
    const unnamed = reports.flatMap((name) =>
      placesIn(JSON.parse(readFileSync(`schemas/reports/${name}`, 'utf8')))
        .filter((at) => !isFree(at))
        .filter((at) => {
          const { isKnown, title } = placeIn(meta, at);
          return !isKnown || title === at.split('/').at(-1);
        })
        .map((at) => `${name} ${at}`),
    );
    expect(unnamed).toEqual([]);
  });
});

/** Every place of a definition that a pane may draw. */
function placesIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => placesIn(each, `${at}/${index}`));
  if (typeof value !== 'object' || value === null) return /\/\d+$/.test(at) ? [] : [at];
  return Object.entries(value).flatMap(([key, each]) => placesIn(each, `${at}/${key}`));
}

/** Values of filters and texts of options, whose keys the report itself names; what only the file says. */
const isFree = (at: string) =>
  /^\/(\$schema|testes\/\d+\/parametros\/)|\/ui:enumNames\/|\/default\/|\/(onde|expr)\//.test(at);
