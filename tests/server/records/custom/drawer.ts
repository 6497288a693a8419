import type { CustomTypeDefinition } from '#contract/records/customType.ts';

/** A custom type for the suites: a drawer in an archive. */
export const KEY = 'gavetas';
export const drawer = (more: Partial<CustomTypeDefinition> = {}): CustomTypeDefinition => ({
  formato: 2,
  chave: KEY,
  titulo: { um: 'gaveta', muitos: 'gavetas', genero: 'f' },
  descricao: 'Gavetas do arquivo.',
  codigo: ['numero'],
  nome: 'nome',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    { chave: 'apelido', titulo: 'Apelido', tipo: 'TEXT' },
    {
      chave: 'situacao',
      titulo: 'Situação',
      tipo: 'SELECT',
      opcoes: [
        { valor: 'CHEIA', rotulo: 'Cheia' },
        { valor: 'VAZIA', rotulo: 'Vazia' },
      ],
    },
    { chave: 'trancada', titulo: 'Trancada', tipo: 'CHECKBOX' },
    { chave: 'responsavel', titulo: 'Responsável', tipo: 'REFERENCIA', referencia: 'pessoas' },
  ],
  escopo: ['empresa'],
  permissoes: { ler: 'CLIENTE' },
  ...more,
});
