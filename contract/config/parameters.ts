import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, Strict } from '../route.ts';
import { PARAMETER_GROUPS } from '../rules/parameters/parameterKind.ts';

const Area = Type.Union([Type.Literal('SAC'), Type.Literal('GERAL'), Type.Literal('CALLCENTER')], {
  title: 'Área',
});
const Value = Type.Unknown({ title: 'Valor' });

/** A value of one branch. */
const BranchValue = Type.Object({
  filial: Type.Object({ id: Id('Filial'), nome: Type.String({ title: 'Nome' }) }),
  valor: Value,
});

export const Parameter = Type.Object(
  {
    area: Area,
    chave: Type.String({ title: 'Chave' }),
    titulo: Type.String({ title: 'Título' }),
    descricao: Type.String({ title: 'O que decide' }),
    grupo: Type.Union(
      PARAMETER_GROUPS.map((group) => Type.Literal(group)),
      { title: 'Grupo' },
    ),
    /** A `ParameterKind` (contract/rules/parameters/parameterKind.ts). */
    tipo: Type.Object(
      { tipo: Type.String({ title: 'Tipo' }) },
      { additionalProperties: true, title: 'Tipo' },
    ),
    unidade: Type.String({ title: 'Unidade' }),
    padrao: Value,
    semValor: Type.String({ title: 'O que vale sem valor' }),
    /** What holds where no branch says otherwise. */
    valor: Value,
    alterado: Type.Boolean({ title: 'Diferente do padrão' }),
    alteradoEm: Nullable(Instant('Alterado em')),
    porFilial: Type.Boolean({ title: 'Pode variar por filial' }),
    filiais: Type.Array(BranchValue, { title: 'Valores de filiais' }),
    publico: Type.Boolean({ title: 'Visto antes de entrar' }),
    /** An open console follows when its page is loaded again; everything else counts from the next request on. */
    recarga: Type.Boolean({ title: 'Pede recarga do console' }),
    /** Of the parameter with all its branches: sent back with each write. */
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Parâmetro' },
);
export type Parameter = Static<typeof Parameter>;

/** What a parameter is called and how its value reads, without the value. */
export const ParameterTitle = Type.Pick(Parameter, ['chave', 'titulo', 'grupo', 'tipo', 'unidade'], {
  title: 'Título de parâmetro',
});
export type ParameterTitle = Static<typeof ParameterTitle>;

const permission = 'CONFIGURACAO_PARAMETROS';
const params = Strict({
  area: Area,
  chave: Type.String({ title: 'Chave', pattern: '^[A-Za-z][A-Za-z0-9_]{0,79}$' }),
});
const base = '/config/parametros';
/** What the screen of parameters reads and writes by: the same three for all of them and for a part (salesPlatform). */
export const ParameterList = Type.Object({
  itens: Type.Array(Parameter, { title: 'Itens' }),
  /** Those that the person may set a value for. */
  filiais: Type.Array(Type.Object({ id: Id('Filial'), nome: Type.String({ title: 'Nome' }) }), {
    title: 'Filiais',
  }),
  /** Whether the person may change what holds for every branch. */
  podeTodas: Type.Boolean({ title: 'Pode mudar o valor de todas' }),
});
export const parameterParams = params;
const Which = {
  /** `null`: the value for every branch. */
  idFil: Nullable(Id('Filial')),
  versao: Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 }),
};

export const ParameterChange = Strict({ ...Which, valor: Value });
export const ParameterRestore = Strict(Which);

export const parameterRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Parâmetros com valor, padrão e valores por filial',
    permission,
    response: ParameterList,
  },
  /** For whoever reads the values in the initial load (/carga-inicial) and may not write them. */
  titles: {
    method: 'GET',
    path: `${base}/titulos`,
    summary: 'Títulos e unidades dos parâmetros',
    permission: 'CALLCENTER_CARGA_INICIAL',
    response: Type.Array(ParameterTitle),
  },
  update: {
    method: 'PUT',
    path: `${base}/{area}/{chave}`,
    summary: 'Mudar o valor de um parâmetro',
    permission,
    params,
    body: ParameterChange,
    response: Done,
  },
  /** The branch follows the others again, or the parameter its default. */
  restore: {
    method: 'POST',
    path: `${base}/{area}/{chave}/padrao`,
    summary: 'Voltar um parâmetro ao padrão',
    permission,
    params,
    body: ParameterRestore,
    idempotent: true,
    response: Done,
  },
});
