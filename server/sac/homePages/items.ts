import type { SourceItem, SourceResult } from '#contract/sac/reports/homePages.ts';

/** An item with what it needs, the rest empty. */
export const item = (
  fields: Pick<SourceItem, 'chave' | 'titulo'> & Partial<Omit<SourceItem, 'chave' | 'titulo'>>,
): SourceItem => ({
  ...{ detalhe: '', valor: '', quando: null, dia: null, prazo: null, tom: null },
  ...{ icone: '', caminho: null },
  ...fields,
});

/** What a source answers, beside its name and whether it may be seen. */
export type Shown = Partial<Pick<SourceResult, 'itens' | 'todos' | 'meta'>>;
