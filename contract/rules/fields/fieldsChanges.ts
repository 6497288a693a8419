import { type ChangeWords, changesBetween } from '../definitions/changes.ts';
import type { DefinitionChange } from '../definitions/definition.ts';
import { same, valueText } from '../definitions/items.ts';
import { isRecord } from '../jsonRecord.ts';
import { type CampoOption, campoTypes } from './campo.ts';
import { expressionWords } from './conditionText.ts';
import type { ExtraField, ExtraFieldsDefinition } from './extraField.ts';

/** Differences as sentences: "Campo 'Rota' passou a obrigatório". */
export function fieldsChanges(
  before: ExtraFieldsDefinition,
  after: ExtraFieldsDefinition,
): DefinitionChange[] {
  const { campos: _, ...headBefore } = before;
  const { campos: __, ...headAfter } = after;
  return [
    ...changesBetween(headBefore, headAfter, fieldsWords),
    ...before.campos
      .filter(({ chave }) => !after.campos.some((field) => field.chave === chave))
      .map(({ titulo }) => ({ pointer: '/campos', sentence: `Campo '${titulo}' saiu` })),
    ...after.campos.flatMap((field, index) => ofField(field, `/campos/${index}`, before, after)),
    ...(sameOrder(before.campos, after.campos)
      ? []
      : [{ pointer: '/campos', sentence: 'A ordem dos campos mudou' }]),
  ];
}

function ofField(
  field: ExtraField,
  at: string,
  before: ExtraFieldsDefinition,
  after: ExtraFieldsDefinition,
): DefinitionChange[] {
  const old = before.campos.find(({ chave }) => chave === field.chave);
  if (!old) return [{ pointer: at, sentence: `Campo '${field.titulo}' entrou${required(field)}` }];
  const name = `Campo '${old.titulo}'`;
  return [
    ...FLAGS.filter(({ key }) => Boolean(old[key]) !== Boolean(field[key])).map(({ key, on, off }) => ({
      pointer: `${at}/${key}`,
      sentence: `${name} ${field[key] ? on : off}`,
    })),
    ...(old.titulo === field.titulo
      ? []
      : [{ pointer: `${at}/titulo`, sentence: `${name} passou a se chamar '${field.titulo}'` }]),
    ...(old.tipo === field.tipo
      ? []
      : [{ pointer: `${at}/tipo`, sentence: `${name} passou de ${typeName(old)} a ${typeName(field)}` }]),
    ...VALUES.filter(({ key }) => !same(old[key], field[key])).map(({ key, word }) => ({
      pointer: `${at}/${key}`,
      sentence: valueSentence(`${name}: ${word}`, said(key, old[key], before), said(key, field[key], after)),
    })),
    ...optionChanges(old, field, at),
  ];
}

const required = ({ obrigatorio }: ExtraField) => (obrigatorio ? ', obrigatório' : '');
const typeName = ({ tipo }: ExtraField) => `"${campoTypes[tipo].label}"`;

const FLAGS = [
  { key: 'obrigatorio', on: 'passou a obrigatório', off: 'deixou de ser obrigatório' },
  { key: 'marcado', on: 'passou a precisar estar marcado', off: 'deixou de precisar estar marcado' },
  { key: 'arquivado', on: 'foi arquivado', off: 'foi desarquivado' },
  { key: 'coluna', on: 'pode ser coluna da lista', off: 'deixou de ser coluna da lista' },
  { key: 'filtravel', on: 'pode filtrar a lista', off: 'deixou de filtrar a lista' },
  { key: 'exportar', on: 'vai nas exportações', off: 'saiu das exportações' },
  {
    key: 'publico',
    on: 'passou a ser visto por consumidores e representantes',
    off: 'deixou de ser visto por consumidores e representantes',
  },
  { key: 'pessoal', on: 'passou a dado pessoal', off: 'deixou de ser dado pessoal' },
] as const;

const VALUES = [
  { key: 'ajuda', word: 'a ajuda' },
  { key: 'tamanho', word: 'o tamanho' },
  { key: 'casas', word: 'as casas' },
  { key: 'minimo', word: 'o mínimo' },
  { key: 'maximo', word: 'o máximo' },
  { key: 'padrao', word: 'o valor inicial' },
  { key: 'grupo', word: 'o grupo' },
  { key: 'visivelSe', word: 'quando aparece' },
  { key: 'obrigatorioSe', word: 'quando é obrigatório' },
  { key: 'formula', word: 'a fórmula' },
] as const;

function valueSentence(what: string, before: string | null, after: string | null): string {
  if (before === null) return `${what} agora é ${after}`;
  if (after === null) return `${what} foi retirado (era ${before})`;
  return `${what} mudou de ${before} para ${after}`;
}

/** A value in words; null if there is none. */
const said = (key: string, value: unknown, definition: ExtraFieldsDefinition): string | null =>
  value === undefined ? null : (fieldsWords.naming?.(key, value, definition) ?? valueText(value));

function optionChanges(old: ExtraField, field: ExtraField, at: string): DefinitionChange[] {
  const [before, after] = [old.opcoes ?? [], field.opcoes ?? []];
  const where = `campo '${old.titulo}'`;
  const change = (index: number, sentence: string) => ({ pointer: `${at}/opcoes/${index}`, sentence });
  return [
    ...before
      .filter(({ valor }) => !after.some((option) => option.valor === valor))
      .map(({ rotulo }) => ({ pointer: `${at}/opcoes`, sentence: `Opção '${rotulo}' saiu do ${where}` })),
    ...after.flatMap((option, index) =>
      optionSentences(
        option,
        before.find(({ valor }) => valor === option.valor),
        where,
      ).map((sentence) => change(index, sentence)),
    ),
    ...(sameOrder(before, after)
      ? []
      : [{ pointer: `${at}/opcoes`, sentence: `A ordem das opções do ${where} mudou` }]),
  ];
}

function optionSentences(option: CampoOption, old: CampoOption | undefined, where: string): string[] {
  if (!old) return [`Opção '${option.rotulo}' entrou no ${where}`];
  return [
    ...(old.rotulo === option.rotulo
      ? []
      : [`Opção '${old.rotulo}' do ${where} passou a se chamar '${option.rotulo}'`]),
    ...(Boolean(old.arquivada) === Boolean(option.arquivada)
      ? []
      : [`Opção '${option.rotulo}' do ${where} ${option.arquivada ? 'foi arquivada' : 'foi desarquivada'}`]),
  ];
}

const idOf = (item: ExtraField | CampoOption) => ('chave' in item ? item.chave : item.valor);

/** Whether the items common to both are in the same order. */
function sameOrder(
  before: readonly (ExtraField | CampoOption)[],
  after: readonly (ExtraField | CampoOption)[],
): boolean {
  const [old, now] = [before.map(idOf), after.map(idOf)];
  const commonIds = (ids: string[], others: string[]) => ids.filter((id) => others.includes(id)).join('\n');
  return commonIds(old, now) === commonIds(now, old);
}

function fieldName(definition: unknown, key: unknown): string {
  const fields = isRecord(definition) && Array.isArray(definition.campos) ? definition.campos : [];
  const field = fields.find((each) => isRecord(each) && each.chave === key);
  return isRecord(field) && field.titulo ? `'${field.titulo}'` : `'${String(key)}'`;
}

/** Wording for comparing two versions of extra fields, and for listing their problems. */
export const fieldsWords: ChangeWords = {
  identity: ['chave', 'valor'],
  label: ['titulo', 'rotulo'],
  naming(key, value, definition) {
    const said = expressionWords(key, value, definition);
    if (said !== undefined) return said;
    if (key !== 'espera') return undefined;
    if (value === 'valido') return 'aceito';
    return Array.isArray(value)
      ? `recusado em ${value.map((each) => fieldName(definition, isRecord(each) ? each.campo : each)).join(', ')}`
      : undefined;
  },
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    testes: 'exemplos',
    valores: 'valores',
    espera: 'resultado esperado',
    campos: 'campos',
    chave: 'chave',
    tipo: 'tipo',
    ajuda: 'ajuda',
    obrigatorio: 'obrigatório',
    marcado: 'precisa estar marcado',
    opcoes: 'opções',
    valor: 'valor',
    rotulo: 'rótulo',
    tamanho: 'tamanho máximo',
    casas: 'casas depois da vírgula',
    minimo: 'menor valor',
    maximo: 'maior valor',
    padrao: 'valor inicial',
    grupo: 'grupo',
    visivelSe: 'quando aparece',
    obrigatorioSe: 'obrigatório quando',
    formula: 'fórmula',
    coluna: 'coluna da lista',
    filtravel: 'filtro da lista',
    exportar: 'nas planilhas exportadas',
    publico: 'visto por consumidores e representantes',
    pessoal: 'dado pessoal',
    arquivado: 'arquivado',
  },
};
