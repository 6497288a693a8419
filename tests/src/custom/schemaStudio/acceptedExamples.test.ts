import { describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { acceptedExamples } from '#src/custom/schemaStudio/parts/acceptedExamples.ts';
import { fieldIn } from '#src/custom/schemaStudio/reports/relatedFields.ts';
import { reportOf, withQueryColumn } from '#src/custom/schemaStudio/reports/reportEdits.ts';

const refused = (...campos: string[]) => campos.map((campo) => ({ campo }));

describe('accepting the new results of examples', () => {
  const before = [
    { nome: 'sem rota', espera: 'valido' },
    { espera: refused('rota') },
    { espera: 'valido' },
    { espera: refused('dia') },
  ];
  const after = [
    { nome: 'sem rota', espera: refused('rota') },
    { espera: refused('rota', 'dia') },
    { espera: refused('rota') },
    { espera: 'valido' },
  ];
  const accepted = (changed: number[]) => acceptedExamples({ testes: before }, { testes: after }, changed);

  it('changes only those that were shown as changed', () => {
    expect(accepted([1]).all.testes).toEqual([before[0], after[1], before[2], before[3]]);
    expect(accepted([1]).reversed).toEqual([]);
  });

  it('names those that would expect the contrary, and takes the others without them', () => {
    const { reversed, others, all } = accepted([0, 1, 3]);
    expect(reversed).toEqual([
      { index: 0, name: 'sem rota', expects: 'recusado' },
      { index: 3, name: 'Exemplo 4', expects: 'aceito' },
    ]);
    expect(others?.testes).toEqual([before[0], after[1], before[2], before[3]]);
    expect(all.testes).toEqual([after[0], after[1], before[2], after[3]]);
  });

  it('sees a refused filter of a report as a refusal', () => {
    const [was, is] = [[{ espera: {} }], [{ espera: { recusa: 'periodo' } }]];
    expect(acceptedExamples({ testes: was }, { testes: is }, [0]).reversed).toHaveLength(1);
  });
});

describe('changing a column of a query', () => {
  const fieldOf = fieldIn(ENTITIES, 'tickets');
  const report = (titulo: string) =>
    reportOf({
      consulta: {
        ...{ tipo: 'DECLARATIVA', conjunto: 'tickets' },
        colunas: [{ campo: 'valor', como: 'coluna_1', agregacao: 'SOMA' }],
      },
      colunas: [{ campo: 'coluna_1', titulo, tipo: 'DINHEIRO', total: 'SOMA' }],
    });
  const changed = (titulo: string, change: Parameters<typeof withQueryColumn>[2]) => {
    const { consulta, colunas } = withQueryColumn(report(titulo), 0, change, fieldOf);
    return [consulta.tipo === 'SQL' ? null : consulta.colunas[0], colunas[0]];
  };

  it('changes title, type, total and calculation with the field', () => {
    expect(changed('Valor', { campo: 'filial' })).toEqual([
      { campo: 'filial', como: 'coluna_1', agregacao: 'CONTAGEM' },
      { campo: 'coluna_1', titulo: 'Filial', tipo: 'INTEIRO', total: 'SOMA' },
    ]);
    expect(changed('Valor', { campo: undefined })).toEqual([
      { como: 'coluna_1', agregacao: 'CONTAGEM' },
      { campo: 'coluna_1', titulo: 'Quantidade', tipo: 'INTEIRO', total: 'SOMA' },
    ]);
    expect(changed('Valor', { agregacao: undefined })[1]).toEqual({
      ...{ campo: 'coluna_1', titulo: 'Valor', tipo: 'DINHEIRO' },
    });
  });

  it('follows a relation with its titles, and calculates what there are many of', () => {
    expect(changed('Valor', { campo: 'cliente.uf', agregacao: undefined })).toEqual([
      { campo: 'cliente.uf', como: 'coluna_1' },
      { campo: 'coluna_1', titulo: 'Cliente › UF', tipo: 'TEXTO' },
    ]);
    for (const [campo, agregacao, titulo] of [
      ['custos.valor', 'SOMA', 'Custos › Valor'],
      ['itens.preco', 'MEDIA', 'Itens › Preço'],
      ['itens.produto', 'CONTAGEM', 'Itens › Produto'],
    ])
      expect(changed('Valor', { campo, agregacao: undefined })).toMatchObject([
        { campo, agregacao },
        { titulo },
      ]);
  });

  it('keeps a title that a person typed', () => {
    expect(changed('Faturado', { campo: 'filial' })[1]).toMatchObject({
      titulo: 'Faturado',
      tipo: 'INTEIRO',
    });
  });
});
