import * as Type from '@sinclair/typebox';
import { ParameterChange, ParameterList, ParameterRestore, parameterParams } from '../config/parameters.ts';
import { Done, defineRoutes } from '../route.ts';

const permission = 'CONFIGURACAO_FV';
const base = '/config/forca-vendas';

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
    path: base,
    summary: 'Parâmetros da força de vendas, com valores por filial',
    permission,
    response: ParameterList,
  },
  update: {
    method: 'PUT',
    path: `${base}/{area}/{chave}`,
    summary: 'Mudar um parâmetro da força de vendas',
    permission,
    params: parameterParams,
    body: ParameterChange,
    response: Done,
  },
  restore: {
    method: 'POST',
    path: `${base}/{area}/{chave}/padrao`,
    summary: 'Voltar um parâmetro da força de vendas ao padrão',
    permission,
    params: parameterParams,
    body: ParameterRestore,
    idempotent: true,
    response: Done,
  },
});
