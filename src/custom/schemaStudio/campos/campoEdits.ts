import { type Expression, isExpression, renamedPaths } from '#contract/expression/tree.ts';
import {
  type Campo,
  type CampoPlace,
  type CampoType,
  campoTypes,
  mayBecome,
} from '#contract/rules/fields/campo.ts';
import { keyOfPath } from '#contract/rules/fields/judgedFields.ts';
import { upperFirst } from '#contract/rules/text.ts';

/** What the definitions of fields have in common, wherever the fields belong. */
export interface CamposDefinition {
  readonly campos: readonly Campo[];
  readonly testes?: readonly {
    readonly valores: Readonly<Record<string, unknown>>;
    readonly espera: 'valido' | readonly { readonly campo: string }[];
  }[];
}

/** 'Rota de entrega' → 'rotaDeEntrega', made unique among the taken keys. */
export function keyFrom(title: string, taken: readonly string[]): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  const joined = words.map((word, index) => (index === 0 ? word : upperFirst(word))).join('');
  const key = (/^[a-z]\w/.test(joined) ? joined : `campo${upperFirst(joined)}`).slice(0, 36);
  return firstFree(key, taken);
}

/** 'Região Sul' → 'REGIAO_SUL'. */
export const optionValueFrom = (label: string, taken: readonly string[]): string =>
  firstFree(
    label
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .toUpperCase()
      .slice(0, 50) || 'OPCAO',
    taken,
  );

function firstFree(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}${count}`;
  return name;
}

/** A key may be given as undefined, which removes it. */
export type CampoChanges = { readonly [Key in keyof Campo]?: Campo[Key] | undefined };

/**
 * Applies the changes; empty and undefined values are removed, and so is false, except as a field's initial value. A title that
 * is being written anew stays, though it is empty: every field has one.
 */
export const changedCampo = (campo: Campo, changes: CampoChanges): Campo =>
  Object.fromEntries(
    Object.entries({ ...campo, ...changes }).filter(
      ([key, value]) =>
        value !== undefined && (value !== '' || key === 'titulo') && (value !== false || key === 'padrao'),
    ),
  ) as unknown as Campo;

/** The field converted to another type: keys that do not apply to the new type are dropped, and required ones are added. */
export function retyped(campo: Campo, tipo: CampoType): Campo {
  const [before, after] = [campoTypes[campo.tipo], campoTypes[tipo]];
  const [isList, isText] = [tipo === 'LISTA', tipo === 'TEXT'];
  const isRanged = after.number && before.number;
  return changedCampo(campo, {
    tipo,
    opcoes: after.options ? (campo.opcoes ?? [{ valor: 'OPCAO', rotulo: 'Opção' }]) : undefined,
    referencia: tipo === 'REFERENCIA' ? (campo.referencia ?? 'clientes') : undefined,
    campos: isList ? (campo.campos ?? [ITEM_FIELD]) : undefined,
    codigo: isList ? (campo.codigo ?? [ITEM_FIELD.chave]) : undefined,
    item: isList ? (campo.item ?? 'Item') : undefined,
    emColunas: isList ? campo.emColunas : undefined,
    tamanho: after.size === before.size ? campo.tamanho : undefined,
    casas: after.decimal ? campo.casas : undefined,
    minimo: isRanged ? campo.minimo : undefined,
    maximo: isRanged ? campo.maximo : undefined,
    expressao: isText ? campo.expressao : undefined,
    expressaoMensagem: isText ? campo.expressaoMensagem : undefined,
    marcado: undefined,
    padrao: undefined,
    formula: undefined,
    obrigatorioSe: isList ? undefined : campo.obrigatorioSe,
    filtravel: after.filter === null ? undefined : campo.filtravel,
  });
}

/** The field calculated by a formula: of the type of its result, and without what only matters to those who fill in a field. */
export const withFormula = (campo: Campo, formula: Expression, tipo: CampoType): Campo => ({
  ...changedCampo(retyped(campo, tipo), {
    ...{ obrigatorio: undefined, obrigatorioSe: undefined, minimo: undefined, maximo: undefined },
    ...{ expressao: undefined, expressaoMensagem: undefined, fixo: undefined, origem: undefined },
  }),
  formula,
});

const ITEM_FIELD: Campo = { chave: 'descricao', titulo: 'Descrição', tipo: 'TEXT', obrigatorio: true };

/** All types of the place for a new field; for one with existing values, its type and those that it may become. */
export const typesFor = (place: CampoPlace, { tipo }: Campo, published: CampoType | undefined): CampoType[] =>
  place.types.filter(
    (each) =>
      published === undefined ||
      each === tipo ||
      each === published ||
      mayBecome(place, published).includes(each),
  );

export const newCampo = (title: string, taken: readonly string[]): Campo => ({
  chave: keyFrom(title, taken),
  titulo: title,
  tipo: 'TEXT',
});

/** Changes a field's key, along with the fields that depend on it and the examples. */
export function withCampoKey<Definition extends CamposDefinition>(
  definition: Definition,
  index: number,
  chave: string,
): Definition {
  const old = definition.campos[index]?.chave;
  if (old === undefined || old === chave || chave === '') return definition;
  const follow = (key: string) => (key === old ? chave : key);
  // What was written as JSON may be no expression.
  const followed = (expression: Expression): Expression =>
    isExpression(expression)
      ? renamedPaths(expression, (path) => follow(keyOfPath(path)) + path.slice(keyOfPath(path).length))
      : expression;
  return {
    ...definition,
    campos: definition.campos.map((campo, at) => ({
      ...campo,
      chave: at === index ? chave : campo.chave,
      ...(campo.visivelSe && { visivelSe: followed(campo.visivelSe) }),
      ...(campo.obrigatorioSe && { obrigatorioSe: followed(campo.obrigatorioSe) }),
      ...(campo.formula && { formula: followed(campo.formula) }),
    })),
    ...(definition.testes && {
      testes: definition.testes.map(({ valores, espera }) => ({
        valores: Object.fromEntries(Object.entries(valores).map(([key, value]) => [follow(key), value])),
        espera: espera === 'valido' ? espera : espera.map(({ campo }) => ({ campo: follow(campo) })),
      })),
    }),
  };
}

/** The key that a field has under a new title: it follows as long as no record can hold a value under it. */
export function keyUnderTitle(
  { campos }: Pick<CamposDefinition, 'campos'>,
  index: number,
  { titulo, isPublished }: { titulo: string; isPublished: boolean },
): string {
  const campo = campos[index];
  if (!campo) return '';
  const takenKeys = campos.filter((_, at) => at !== index).map(({ chave }) => chave);
  // A key that was typed by hand is kept.
  // What was written as JSON may lack its title yet.
  const follows = !isPublished && campo.chave === keyFrom(campo.titulo ?? '', takenKeys);
  return follows ? keyFrom(titulo, takenKeys) : campo.chave;
}
