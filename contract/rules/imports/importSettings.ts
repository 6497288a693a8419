import * as Type from '@sinclair/typebox';
import { Strict } from '../../route.ts';

/**
 * A person's decisions about a sheet whose cells can be read in two ways. The first look at a file proposes them from what it
 * found; any other reading is applied only when it is stated here.
 */
export const ImportSettings = Strict({
  decimal: Type.Union([Type.Literal('VIRGULA'), Type.Literal('PONTO')], {
    title: 'Sinal decimal',
    description: 'VIRGULA lê 1.234,56 e PONTO lê 1,234.56.',
  }),
  completarZeros: Type.Boolean({
    title: 'Completar zeros à esquerda',
    description: 'CPF, CNPJ e CEP que a planilha guardou como número perdem os zeros do começo.',
  }),
  limparVazias: Type.Boolean({
    title: 'Célula vazia limpa o campo',
    description: 'Sem isto, o que está vazio na planilha fica como está no cadastro.',
  }),
  datasSeriais: Type.Boolean({
    title: 'Ler datas numéricas',
    description: 'Números como 45123 em colunas de data são dias contados desde 30/12/1899.',
  }),
});
export type ImportSettings = Type.Static<typeof ImportSettings>;

export const STANDARD_SETTINGS: ImportSettings = {
  decimal: 'VIRGULA',
  completarZeros: false,
  limparVazias: false,
  datasSeriais: false,
};
