import type { CustomField, CustomTypeDefinition } from '../../records/customType.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import { campoTypes, decimalsOf, mayBecome, OWN_TYPE_FIELDS, rangeOf, sizeOf } from '../fields/campo.ts';
import { expressionWords } from '../fields/conditionText.ts';
import { filledRefusal } from '../fields/fieldsTransition.ts';
import type { FileProblem } from '../problem.ts';

/** Changes that are never allowed after publication: removing a field, or giving it values of a different kind. */
export function refusedTypeChanges(before: CustomTypeDefinition, after: CustomTypeDefinition): FileProblem[] {
  return [
    ...ofFields(before.campos, after.campos, '/campos'),
    ...(before.escopo && !after.escopo
      ? [
          {
            pointer: '/escopo',
            message: 'Já se escolheu quem vê os registros. A escolha pode mudar, e não ser retirada.',
          },
        ]
      : []),
  ];
}

function ofFields(
  before: readonly CustomField[],
  after: readonly CustomField[],
  pointer: string,
): FileProblem[] {
  return before.flatMap((old) => {
    const index = after.findIndex(({ chave }) => chave === old.chave);
    const now = after[index];
    if (!now)
      return [
        {
          pointer,
          message: `O campo '${old.titulo}' (${old.chave}) já foi publicado e não pode ser retirado nem mudar de chave. Arquive-o.`,
        },
      ];
    const at = `${pointer}/${index}`;
    if (now.tipo !== old.tipo && !mayBecome(OWN_TYPE_FIELDS, old.tipo).includes(now.tipo))
      return [
        {
          pointer: `${at}/tipo`,
          message: `O campo '${old.titulo}' já foi publicado com outro tipo, e o que foi guardado não serve neste. Crie um campo novo e arquive este.`,
        },
      ];
    if (now.formula && !old.formula) return [{ pointer: `${at}/formula`, message: filledRefusal(old) }];
    if (old.referencia !== now.referencia)
      return [
        {
          pointer: `${at}/referencia`,
          message: `'${old.titulo}' já foi publicado como referência a outro cadastro. Crie um campo novo e arquive este.`,
        },
      ];
    return ofFields(old.campos ?? [], now.campos ?? [], `${at}/campos`);
  });
}

/** What a changed rule requires of values already stored in records. */
type TypeNarrowing =
  | { kind: 'VAZIO' | 'LINHAS' }
  | { kind: 'TAMANHO' | 'MINIMO' | 'MAXIMO' | 'CASAS'; limit: number }
  | { kind: 'OPCAO'; values: readonly string[] }
  | { kind: 'EXPRESSAO' };

export interface NarrowedField {
  pointer: string;
  field: CustomField;
  narrowing: TypeNarrowing;
}

/** Rules of fields in use that have become stricter. */
export function typeNarrowings(before: CustomTypeDefinition, after: CustomTypeDefinition): NarrowedField[] {
  return after.campos.flatMap((field, index) => {
    const old = before.campos.find(({ chave }) => chave === field.chave);
    if (field.arquivado || field.tipo === 'LISTA') return [];
    const narrowingAt = (key: string, narrowing: TypeNarrowing) => [
      { pointer: `/campos/${index}/${key}`, field, narrowing },
    ];
    if (!old)
      return field.obrigatorio && field.padrao === undefined
        ? narrowingAt('obrigatorio', { kind: 'VAZIO' })
        : [];
    return ofField(old, field).flatMap(([key, narrowing]) => narrowingAt(key, narrowing));
  });
}

function ofField(old: CustomField, now: CustomField): [string, TypeNarrowing][] {
  const isText = campoTypes[now.tipo].size === 'caracteres';
  const found: [boolean, string, TypeNarrowing][] = [
    [now.obrigatorio === true && !old.obrigatorio, 'obrigatorio', { kind: 'VAZIO' }],
    [old.tipo === 'TEXTAREA' && now.tipo === 'TEXT', 'tipo', { kind: 'LINHAS' }],
    [isText && sizeOf(now) < sizeOf(old), 'tamanho', { kind: 'TAMANHO', limit: sizeOf(now) }],
    [now.expressao !== undefined && now.expressao !== old.expressao, 'expressao', { kind: 'EXPRESSAO' }],
  ];
  return [
    ...found.flatMap(([is, key, narrowing]): [string, TypeNarrowing][] => (is ? [[key, narrowing]] : [])),
    ...(campoTypes[now.tipo].number ? tighterNumber(old, now) : []),
    ...lostOptions(old, now),
  ];
}

function tighterNumber(old: CustomField, now: CustomField): [string, TypeNarrowing][] {
  const [before, after] = [rangeOf(old), rangeOf(now)];
  const found: [boolean, string, TypeNarrowing][] = [
    [
      after.least > before.least,
      now.minimo === undefined ? 'tamanho' : 'minimo',
      { kind: 'MINIMO', limit: after.least },
    ],
    [
      after.most < before.most,
      now.maximo === undefined ? 'tamanho' : 'maximo',
      { kind: 'MAXIMO', limit: after.most },
    ],
    [decimalsOf(now) < decimalsOf(old), 'casas', { kind: 'CASAS', limit: decimalsOf(now) }],
  ];
  return found.flatMap(([is, key, narrowing]): [string, TypeNarrowing][] => (is ? [[key, narrowing]] : []));
}

function lostOptions(old: CustomField, now: CustomField): [string, TypeNarrowing][] {
  if (!campoTypes[now.tipo].options) return [];
  const values = (old.opcoes ?? [])
    .map(({ valor }) => valor)
    .filter((valor) => !now.opcoes?.some((option) => option.valor === valor));
  return values.length > 0 ? [['opcoes', { kind: 'OPCAO', values }]] : [];
}

/**
 * An older version that is restored keeps the fields added after it as archived, including those of lists, whose the records
 * are and what they need: going back in form must not open records to people who were meant not to see them.
 */
export const restoredType = (
  now: CustomTypeDefinition,
  older: CustomTypeDefinition,
): CustomTypeDefinition => {
  const { permissoes: _, ...form } = older;
  return {
    ...form,
    campos: restoredFields(now.campos, older.campos),
    ...(now.escopo && { escopo: now.escopo }),
    ...(now.permissoes && { permissoes: now.permissoes }),
  };
};

function restoredFields(now: readonly CustomField[], older: readonly CustomField[]): CustomField[] {
  const had = new Set(older.map(({ chave }) => chave));
  const since = now.filter(({ chave }) => !had.has(chave));
  return [
    ...older.map((field) => {
      const inner = now.find(({ chave }) => chave === field.chave)?.campos;
      return field.campos && inner ? { ...field, campos: restoredFields(inner, field.campos) } : field;
    }),
    ...since.map((field) => ({ ...field, arquivado: true })),
  ];
}

/** Wording for comparing two versions of a record type, and for listing its problems. */
export const customTypeWords: ChangeWords = {
  identity: ['chave', 'valor'],
  label: ['titulo', 'rotulo'],
  naming: expressionWords,
  keys: {
    chave: 'chave',
    titulo: 'título',
    um: 'no singular',
    muitos: 'no plural',
    genero: 'gênero',
    descricao: 'descrição',
    grupo: 'grupo',
    icone: 'ícone',
    campos: 'campos',
    tipo: 'tipo',
    ajuda: 'ajuda',
    obrigatorio: 'obrigatório',
    tamanho: 'tamanho máximo',
    casas: 'casas depois da vírgula',
    minimo: 'menor valor',
    maximo: 'maior valor',
    opcoes: 'opções',
    valor: 'valor',
    rotulo: 'rótulo',
    referencia: 'cadastro citado',
    item: 'nome de um item',
    emColunas: 'itens em colunas de planilhas',
    padrao: 'valor inicial',
    visivelSe: 'quando aparece',
    obrigatorioSe: 'obrigatório quando',
    formula: 'fórmula',
    fixo: 'não muda depois de criado',
    sigiloso: 'fora da auditoria',
    origem: 'origem do campo',
    pessoal: 'dado pessoal',
    largo: 'na largura toda',
    expressao: 'expressão',
    expressaoMensagem: 'texto quando a expressão não serve',
    sinonimos: 'outros títulos em planilhas',
    arquivado: 'arquivado',
    codigo: 'chave do registro',
    nome: 'campo do nome',
    busca: 'campos da busca',
    lista: 'lista',
    colunas: 'colunas da lista',
    ordem: 'ordem da lista',
    ordenaveis: 'colunas que ordenam',
    filtros: 'filtros da lista',
    situacao: 'campo da situação',
    noPainelDoCliente: 'aba no painel do cliente',
    noTicket: 'bloco na página do ticket',
    escopo: 'quem vê quais registros',
    permissoes: 'permissões',
    direitos: 'direitos dos perfis na primeira publicação',
    ler: 'para ler',
    criar: 'para criar',
    alterar: 'para mudar',
    excluir: 'para excluir',
    importar: 'para importar',
    testes: 'exemplos',
    valores: 'valores',
    espera: 'resultado esperado',
    campo: 'campo',
  },
};
