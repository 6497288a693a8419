import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, Strict } from '../route.ts';
import { PARAMETER_GROUPS } from '../rules/parameters/parameterKind.ts';

const Area = Type.Union([Type.Literal('SAC'), Type.Literal('GERAL'), Type.Literal('CALLCENTER')], {
  title: 'Área',
});
const Value = Type.Unknown({ title: 'Valor' });

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
    /** The value for every branch without one of its own. */
    valor: Value,
    alterado: Type.Boolean({ title: 'Diferente do padrão' }),
    alteradoEm: Nullable(Instant('Alterado em')),
    porFilial: Type.Boolean({ title: 'Pode variar por filial' }),
    filiais: Type.Array(BranchValue, { title: 'Valores de filiais' }),
    publico: Type.Boolean({ title: 'Visto antes de entrar' }),
    /**
     * An open console applies the change only when its page is reloaded; everything else uses it from the next request on.
     */
    recarga: Type.Boolean({ title: 'Pede recarga do console' }),
    /** Version of the parameter with all its branches, sent back with each write. */
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Parâmetro' },
);
export type Parameter = Static<typeof Parameter>;

/** A parameter's name and how its value is displayed, without the value. */
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
/**
 * The parameter screen reads and writes with these three shapes, both for all parameters and for the subset in salesPlatform.
 */
export const ParameterList = Type.Object({
  itens: Type.Array(Parameter, { title: 'Itens' }),
  /** Branches for which the person may set a value. */
  filiais: Type.Array(Type.Object({ id: Id('Filial'), nome: Type.String({ title: 'Nome' }) }), {
    title: 'Filiais',
  }),
  /** Whether the person may change the value for every branch. */
  podeTodas: Type.Boolean({ title: 'Pode mudar o valor de todas' }),
});
export const parameterParams = params;
const Which = {
  /** `null` means the value for every branch. */
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
  /** For people who read the values in the initial load (/carga-inicial) but may not write them. */
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
  /** Resets a branch to the general value, or the parameter to its default. */
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

const ofFieldSales = 'CONFIGURACAO_FV';
const fieldSalesBase = '/config/forca-vendas';

/** The settings of the field sales app (força de vendas) and how they are changed: the parameters of that group. */
export const salesPlatformRoutes = defineRoutes({
  /** Values by key; a value of the person's branch takes precedence over the general one. */
  fieldSales: {
    method: 'GET',
    path: '/callcenter/configuracao/forca-vendas',
    summary: 'Configuração da força de vendas',
    permission: 'CLIENTE',
    response: Type.Record(Type.String(), Type.Unknown(), { title: 'Configuração' }),
  },
  list: {
    method: 'GET',
    path: fieldSalesBase,
    summary: 'Parâmetros da força de vendas, com valores por filial',
    permission: ofFieldSales,
    response: ParameterList,
  },
  update: {
    method: 'PUT',
    path: `${fieldSalesBase}/{area}/{chave}`,
    summary: 'Mudar um parâmetro da força de vendas',
    permission: ofFieldSales,
    params: parameterParams,
    body: ParameterChange,
    response: Done,
  },
  restore: {
    method: 'POST',
    path: `${fieldSalesBase}/{area}/{chave}/padrao`,
    summary: 'Voltar um parâmetro da força de vendas ao padrão',
    permission: ofFieldSales,
    params: parameterParams,
    body: ParameterRestore,
    idempotent: true,
    response: Done,
  },
});
