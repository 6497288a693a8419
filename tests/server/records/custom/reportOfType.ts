import { admin, call } from './customTypesFixture.ts';

const column = (campo: string, tipo: string) => ({ campo, titulo: campo, tipo });
/** A report over the type, with its columns in the given types. */
export const report = (colunas: { campo: string; como: string; agregacao?: string }[], tipos: string[]) => ({
  formato: 1,
  id: 'contratos',
  titulo: 'Contratos',
  descricao: 'Contratos por linha.',
  grupo: 'Próprios',
  thumb: 'Description',
  cor: 'primaria',
  modo_exibicao: 'PAGINA',
  consulta: {
    tipo: 'DECLARATIVA',
    conjunto: 'proprio_contratos_comodato',
    colunas,
    ordem: [{ coluna: colunas[0]?.como ?? '', direcao: 'ASC' }],
  },
  parametros: {
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    ui: { 'ui:order': [] },
  },
  colunas: colunas.map(({ como }, index) => column(como, tipos[index] ?? 'TEXTO')),
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  limites: { linhasTela: 500, linhasArquivo: 1000, segundos: 30 },
  saidas: ['CSV'],
  testes: [{ parametros: {}, espera: { colunas: colunas.map(({ como }) => como) } }],
});
/** The rows of its preview, or what was answered instead. */
export const preview = async (conteudo: object, token = admin) => {
  const { status, body } = await call('POST', '/config/relatorios-previa', { conteudo, filtros: {} }, token);
  return status === 200 ? body.data.linhas : [status, body];
};
