import {
  branchField,
  type CustomField,
  type CustomTypeDefinition,
  customerField,
  FILTERED_TYPES,
  inUse,
  SORTED_TYPES,
  ticketField,
} from '../../records/customType.ts';
import { RECORD_COLUMNS, valueColumns } from '../../records/fields/columnNames.ts';
import { missingOwner } from '../../records/recordScope.ts';
import { EXTERNAL_CODES } from '../../records/recordType.ts';
import { FEED_SUBJECT_KEYS } from '../../records/routes/feed.ts';
import { agendaImportTypes } from '../../records/routes/imports.ts';
import type { DefinitionProblem } from '../definitions/definition.ts';
import { campoTypes, MAX_DIGITS } from '../fields/campo.ts';
import { NO_FIRST_INSTANT } from '../fields/fieldsProblems.ts';
import { type FileProblem, repeatedProblems } from '../problem.ts';
import { conditionsOfType } from './customTypeConditions.ts';

/** Keys that are already addresses of the console, or reserved words of the pipeline. */
const RESERVED_TYPES: readonly string[] = [
  'pessoas',
  'create',
  'importar',
  'mudancas',
  // Name permissions of keys that are for no records (OTHER_SCOPES).
  'emails-recebidos',
  'ligacoes-recebidas',
  ...FEED_SUBJECT_KEYS,
  ...Object.keys(agendaImportTypes),
];
const RESERVED_FIELDS = ['id', 'versao', 'rotulos', 'resultado', 'q', EXTERNAL_CODES];

const KEY_TYPES: ReadonlySet<string> = new Set([
  'TEXT',
  'INTEIRO',
  'DATE',
  'SELECT',
  'RADIO',
  'EMAIL',
  'TELEFONE',
  'CPF',
  'CNPJ',
  'DOCUMENTO',
  'CEP',
  'CHAVE_NFE',
  'REFERENCIA',
]);
/** Types covered by a text search. */
const TEXT_TYPES: ReadonlySet<string> = new Set(
  [...KEY_TYPES, 'TEXTAREA'].filter(
    (tipo) => tipo !== 'REFERENCIA' && !['DATE', 'SELECT', 'RADIO'].includes(tipo),
  ),
);

/** Maximum number of fields in a type including its lists; nobody would read a longer form. */
const MAX_FIELDS = 80;

/** The index of the key does not accept longer ones. */
const MAX_KEY_LENGTH = 200;

/** Errors in a custom type beyond its shape. `standard` contains the keys of the standard types. */
export function customTypeProblems(
  definition: CustomTypeDefinition,
  standard: readonly string[],
): DefinitionProblem[] {
  const { chave, campos } = definition;
  const total = campos.reduce((sum, field) => sum + 1 + (field.campos?.length ?? 0), 0);
  const found: FileProblem[] = [
    ...(standard.includes(chave) || RESERVED_TYPES.includes(chave)
      ? [at('/chave', `"${chave}" já é um cadastro do console. Escolha outra chave.`)]
      : []),
    ...(total > MAX_FIELDS
      ? [at('/campos', `Um cadastro tem no máximo ${MAX_FIELDS} campos. Este tem ${total}.`)]
      : []),
    ...fieldsProblems(campos, '/campos', true),
    ...columnProblems(campos),
    ...keyProblems(definition),
    ...nameProblems(definition),
    ...listProblems(definition),
    ...placeProblems(definition),
    ...scopeProblems(definition),
    ...conditionsOfType(definition),
  ];
  return found.map((problem) => ({ ...problem, severity: 'ERRO' as const }));
}

const at = (pointer: string, message: string): FileProblem => ({ pointer, message });

const fieldsProblems = (
  fields: readonly CustomField[],
  pointer: string,
  outermost: boolean,
): FileProblem[] => [
  ...repeatedProblems(
    'A chave',
    fields.map(({ chave }, index) => [`${pointer}/${index}/chave`, chave] as const),
  ),
  ...fields.flatMap((field, index) => fieldProblems(field, `${pointer}/${index}`, outermost)),
];

function fieldProblems(field: CustomField, pointer: string, outermost: boolean): FileProblem[] {
  const {
    chave,
    titulo,
    tipo,
    opcoes,
    referencia,
    campos,
    codigo,
    minimo,
    maximo,
    tamanho,
    casas,
    emColunas,
  } = field;
  const { number = false, decimal = false, options = false, size } = campoTypes[tipo];
  const isList = tipo === 'LISTA';
  const checks: [wrong: boolean, key: string, message: string][] = [
    [RESERVED_FIELDS.includes(chave), 'chave', `"${chave}" é um nome do próprio console. Use outro.`],
    [isList && !outermost, 'tipo', 'Uma lista não fica dentro de outra.'],
    [
      tipo === 'MULTISELECT' && !outermost,
      'tipo',
      'Um item de lista tem uma escolha só: use Escolha, ou uma caixa de sim ou não por opção.',
    ],
    [options && !opcoes, '', `Diga as opções de '${titulo}'.`],
    [!options && opcoes !== undefined, 'opcoes', 'Só um campo de escolha tem opções. Retire-as.'],
    [tipo === 'REFERENCIA' && !referencia, '', `Diga a que cadastro '${titulo}' se refere.`],
    [tipo !== 'REFERENCIA' && referencia !== undefined, 'referencia', 'Só uma referência cita um cadastro.'],
    [isList && inUse(campos).length === 0, '', `Diga os campos de um item de '${titulo}'.`],
    [!isList && campos !== undefined, 'campos', 'Só uma lista tem campos dentro. Retire-os.'],
    [isList && !codigo?.length, '', `Diga por qual campo um item de '${titulo}' é reconhecido (codigo).`],
    [!isList && codigo !== undefined, 'codigo', 'Só uma lista tem chave de item. Retire-a.'],
    [emColunas !== undefined && !isList, 'emColunas', 'Só uma lista tem itens em colunas. Retire-os.'],
    [
      isList && emColunas !== undefined && inUse(campos).length === 1,
      'emColunas',
      'Uma lista de um campo só cabe em uma coluna: "A; B". Retire os itens em colunas.',
    ],
    [
      isList && (emColunas ?? 0) > (maximo ?? Number.POSITIVE_INFINITY),
      'emColunas',
      'Há mais itens em colunas do que a lista pode ter. Corrija um dos dois.',
    ],
    [tamanho !== undefined && !size, 'tamanho', 'Este tipo de campo não tem tamanho. Retire-o.'],
    [decimal && (tamanho ?? 0) > MAX_DIGITS, 'tamanho', `Use no máximo ${MAX_DIGITS} dígitos.`],
    [casas !== undefined && !decimal, 'casas', 'Só um número com casas tem casas decimais. Retire-as.'],
    [minimo !== undefined && !number && !isList, 'minimo', 'Este tipo de campo não tem mínimo. Retire-o.'],
    [maximo !== undefined && !number && !isList, 'maximo', 'Este tipo de campo não tem máximo. Retire-o.'],
    [
      minimo !== undefined && maximo !== undefined && minimo > maximo,
      'maximo',
      'O máximo é menor que o mínimo. Corrija um dos dois.',
    ],
    [
      field.expressao !== undefined && tipo !== 'TEXT',
      'expressao',
      'Só um campo de texto segue uma expressão. Retire-a.',
    ],
    [
      field.padrao !== undefined && (tipo === 'REFERENCIA' || isList),
      'padrao',
      'Uma referência ou lista não tem valor inicial. Retire-o.',
    ],
    [tipo === 'INSTANTE' && field.padrao !== undefined, 'padrao', NO_FIRST_INSTANT],
  ];
  return [
    ...checks.flatMap(([wrong, key, message]) =>
      wrong ? [at(key === '' ? pointer : `${pointer}/${key}`, message)] : [],
    ),
    ...repeatedProblems(
      'O valor',
      (opcoes ?? []).map(({ valor }, index) => [`${pointer}/opcoes/${index}/valor`, valor] as const),
    ),
    ...(isList && campos ? fieldsProblems(campos, `${pointer}/campos`, false) : []),
    ...(isList ? itemKeyProblems(field, pointer) : []),
  ];
}

/** Two fields that reports would read by one column: of `ticketId` and of the record that `ticket` refers to, `ticket_id`. */
function columnProblems(fields: readonly CustomField[]): FileProblem[] {
  const ownersOfColumn = new Map<string, string>(
    RECORD_COLUMNS.map((column) => [column, 'o próprio registro']),
  );
  return fields.flatMap((field, index) => {
    const isRepeated = fields.findIndex(({ chave }) => chave === field.chave) < index;
    if (field.arquivado || field.sigiloso || field.tipo === 'LISTA' || isRepeated) return [];
    const columns = valueColumns(field);
    const column = columns.find((each) => ownersOfColumn.has(each));
    const other = ownersOfColumn.get(column ?? '');
    for (const each of columns) if (!ownersOfColumn.has(each)) ownersOfColumn.set(each, `'${field.titulo}'`);
    return other === undefined
      ? []
      : [
          at(
            `/campos/${index}/chave`,
            `Nos relatórios, '${field.titulo}' e ${other} teriam a mesma coluna, ${column}. Dê a este campo outra chave.`,
          ),
        ];
  });
}

const itemKeyProblems = ({ codigo = [], campos = [] }: CustomField, pointer: string): FileProblem[] =>
  codigo.flatMap((key, index) => {
    const field = inUse(campos).find(({ chave }) => chave === key);
    if (!field) return [at(`${pointer}/codigo/${index}`, `O item não tem um campo "${key}" em uso.`)];
    return field.obrigatorio
      ? []
      : [
          at(
            `${pointer}/codigo/${index}`,
            `Um item é reconhecido por '${field.titulo}': marque-o obrigatório.`,
          ),
        ];
  });

/** The natural key must consist of existing fields that are always filled and hold a single value. */
const keyProblems = ({ campos, codigo }: CustomTypeDefinition): FileProblem[] =>
  codigo.flatMap((key, index) => {
    const field = campos.find(({ chave }) => chave === key);
    const place = `/codigo/${index}`;
    if (!field) return [at(place, `Não há um campo "${key}". A chave do registro é feita de campos daqui.`)];
    if (field.arquivado)
      return [at(place, `'${field.titulo}' está arquivado, e por ele cada registro é reconhecido.`)];
    if (!KEY_TYPES.has(field.tipo))
      return [
        at(place, `'${field.titulo}' não serve de chave: use um texto, número inteiro, dia ou referência.`),
      ];
    if ((field.tamanho ?? 0) > MAX_KEY_LENGTH)
      return [at(place, `Um campo da chave tem no máximo ${MAX_KEY_LENGTH} caracteres.`)];
    return field.obrigatorio
      ? []
      : [at(place, `Por '${field.titulo}' cada registro é reconhecido: marque-o obrigatório.`)];
  });

function nameProblems({ campos, nome, situacao }: CustomTypeDefinition): FileProblem[] {
  const named = (key: string) => inUse(campos).find(({ chave }) => chave === key);
  const name = named(nome);
  const status = situacao === undefined ? undefined : named(situacao);
  return [
    ...(name && TEXT_TYPES.has(name.tipo)
      ? []
      : [at('/nome', name ? `'${name.titulo}' não serve de nome: use um campo de texto.` : missing(nome))]),
    ...(name && !name.obrigatorio
      ? [at('/nome', `Pelo campo '${name.titulo}' as pessoas leem o registro: marque-o obrigatório.`)]
      : []),
    ...(situacao !== undefined && status?.tipo !== 'CHECKBOX'
      ? [at('/situacao', 'A situação é um campo de sim ou não, em uso.')]
      : []),
    ...(status && status.padrao !== true
      ? [at('/situacao', `Um registro novo está em uso: dê a '${status.titulo}' o valor inicial sim.`)]
      : []),
  ];
}

const missing = (key: string) => `Não há um campo "${key}" em uso.`;

function listProblems(definition: CustomTypeDefinition): FileProblem[] {
  const { campos, lista = {}, busca = [], nome, codigo } = definition;
  const indexed = [customerField(campos), branchField(campos)];
  const each = (
    keys: readonly string[],
    pointer: string,
    fits: (field: CustomField) => boolean,
    message: (field: CustomField) => string,
  ) =>
    keys.flatMap((key, index) => {
      const field = inUse(campos).find(({ chave }) => chave === key);
      if (!field) return [at(`${pointer}/${index}`, missing(key))];
      return fits(field) ? [] : [at(`${pointer}/${index}`, message(field))];
    });
  const sorted = (key: string) => key === nome || (codigo.length === 1 && codigo[0] === key);
  return [
    ...each(
      busca,
      '/busca',
      ({ chave, tipo }) => TEXT_TYPES.has(tipo) || chave === indexed[0],
      ({ titulo }) => `A busca não olha '${titulo}': só textos, números de documento e o cliente.`,
    ),
    ...each(
      lista.colunas ?? [],
      '/lista/colunas',
      ({ tipo }) => tipo !== 'LISTA',
      ({ titulo }) => `'${titulo}' é uma lista e não cabe em uma coluna.`,
    ),
    ...each(
      lista.filtros ?? [],
      '/lista/filtros',
      ({ tipo }) => FILTERED_TYPES.has(tipo),
      ({ titulo }) => `'${titulo}' não filtra: use escolhas, sim ou não e referências.`,
    ),
    ...each(
      lista.ordenaveis ?? [],
      '/lista/ordenaveis',
      ({ chave, tipo }) => sorted(chave) || SORTED_TYPES.has(tipo),
      ({ titulo }) => `Não se ordena por '${titulo}': use o nome, a chave, números e dias.`,
    ),
    ...(lista.ordem === undefined || sorted(lista.ordem) || (lista.ordenaveis ?? []).includes(lista.ordem)
      ? []
      : [at('/lista/ordem', 'A ordem é pelo nome, pela chave ou por um campo de "ordenaveis".')]),
  ];
}

/** Other places where the records are shown must be those of something they refer to. */
function placeProblems({ campos, noPainelDoCliente, noTicket }: CustomTypeDefinition): FileProblem[] {
  const ofCustomers = customerField(campos) !== undefined;
  const needs = (what: string) => `precisa de um campo que cite ${what}. Inclua o campo, ou desmarque.`;
  return [
    ...(noPainelDoCliente && !ofCustomers
      ? [at('/noPainelDoCliente', `Para ser aba do painel do cliente, o cadastro ${needs('clientes')}`)]
      : []),
    ...(noTicket && !ofCustomers && !ticketField(campos)
      ? [at('/noTicket', `Para ser bloco da página do ticket, o cadastro ${needs('tickets ou clientes')}`)]
      : []),
  ];
}

/** A declared scope needs the field that it is decided by. */
const scopeProblems = (definition: CustomTypeDefinition): FileProblem[] =>
  (definition.escopo ?? []).flatMap((word, index) => {
    const missing = missingOwner(definition, word);
    if (word === 'filial' && definition.escopo?.includes('empresa'))
      return [
        at(`/escopo/${index}`, 'Escolha entre toda a empresa e por filial: as duas juntas se contradizem.'),
      ];
    return missing
      ? [
          at(
            `/escopo/${index}`,
            `Para isso o cadastro precisa de um campo que cite ${missing}. Inclua o campo, ou desmarque.`,
          ),
        ]
      : [];
  });
