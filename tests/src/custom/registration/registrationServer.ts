import { readFileSync } from 'node:fs';
import { HttpResponse, http } from 'msw';
import type { RegistrationForms } from '#contract/sac/registration.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';

/** The server's state and the requests it received, for tests to set up and inspect. */
export const state = {
  draft: null as { conteudo: unknown; versao: number; atualizado: string; objeto: string } | null,
  sent: [] as { key: string | null; body: Record<string, unknown> }[],
  codes: [] as string[],
  duplicates: [] as object[],
};
export const resetServer = () => Object.assign(state, { draft: null, sent: [], codes: [], duplicates: [] });

const step = (name: string): RegistrationForms['etapas'][number] => {
  const file = JSON.parse(readFileSync(`schemas/registration/sac-${name}.json`, 'utf8'));
  const { schema, ui, validador } = formOf(file.schema, file.ui);
  return {
    etapa: name,
    titulo: file.titulo,
    descricao: file.descricao,
    formulario: { schema: { ...schema }, ui: { ...ui }, validador },
    inicial: name === 'empresa' ? { filialId: '1', atividade: '2', comoConheceu: '3' } : {},
    versao: `sac-${name} 1`,
  };
};
const etapas = ['documento', 'empresa', 'contatos', 'enderecos'].map(step);

export const COMPANY = '30214587000100';
export const PERSON = '52998224725';
const ofDraft = '/config/rascunhos/:objeto';

const address = { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo' };

/** The registration calls of the service area, in the shapes of the contract. */
export const handlers = [
  http.get('/sac/clientes-cadastro/formularios', ({ request }) => {
    const tipo = new URL(request.url).searchParams.get('tipo');
    const contexto = {
      tipo,
      simulacao: false,
      temFiliais: true,
      temAtividades: true,
      temComoConheceu: true,
      permiteCpfSemIE: true,
      tabelaPrecoObrigatoria: false,
      hoje: '2026-11-21',
    };
    return HttpResponse.json({ etapas, contexto });
  }),
  http.get('/sac/clientes/consulta/:documento/permite-cadastrar', ({ params }) =>
    HttpResponse.json(
      params.documento === '11222333000181'
        ? { error: 'Este documento já está cadastrado.', idCli: 44 }
        : { message: 'Documento válido para cadastro.' },
    ),
  ),
  http.post('/sac/consulta-receita/cnpj/:cnpj', ({ params }) =>
    HttpResponse.json(
      params.cnpj === COMPANY
        ? {
            razao_social: 'Mercado Ponto Certo Ltda.',
            nome_fantasia: 'Ponto Certo',
            cnpj: COMPANY,
            inscricao_estadual: '110042490114',
            cnae_principal: '4711302',
            cnaes_secundario: ['4723700'],
            socios: [{ nome: 'Helena Duarte Prado' }],
            telefone: '1133445566',
            email: 'contato@ponto.com.br',
            cep: '01310100',
            logradouro: 'Avenida Paulista',
            numero: '1578',
            bairro: 'Bela Vista',
            ibge: '3550308',
            cidade: 'São Paulo',
            uf: 'SP',
          }
        : {},
    ),
  ),
  http.get('/cep/:cep', ({ params }) => {
    state.codes.push(String(params.cep));
    return HttpResponse.json(
      params.cep === '99999999' ? { erro: true } : { ...address, ibge: '3550308', uf: 'SP' },
    );
  }),
  http.post('/sac/clientes-cadastro/semelhantes', () => HttpResponse.json(state.duplicates)),
  http.post('/sac/clientes', async ({ request }) => {
    // The draft that is sent ends with its sending.
    if (request.headers.get('rascunho')) state.draft = null;
    const body = (await request.json()) as Record<string, unknown>;
    state.sent.push({ key: request.headers.get('Idempotency-Key'), body });
    return HttpResponse.json({ data: { id: 812, message: 'Cliente cadastrado com sucesso.' } });
  }),
  http.post('/config/opcoes/:origem', async ({ request, params }) => {
    const { escolhidos = [] } = (await request.json()) as { escolhidos?: string[] };
    const town = { valor: '3550308', rotulo: 'São Paulo' };
    const itens = params.origem === 'cidades' ? [town] : [1, 2, 3].map((id) => option(String(id)));
    const wanted = escolhidos.length > 0 ? itens.filter(({ valor }) => escolhidos.includes(valor)) : itens;
    return HttpResponse.json({ itens: wanted, maisQueIsso: false });
  }),
  http.get(ofDraft, () => HttpResponse.json({ data: state.draft })),
  http.put(ofDraft, async ({ request, params }) => {
    const { conteudo } = (await request.json()) as { conteudo: unknown };
    const versao = (state.draft?.versao ?? 0) + 1;
    state.draft = { objeto: String(params.objeto), conteudo, atualizado: '2026-11-21T17:32:00.000Z', versao };
    return HttpResponse.json({ data: state.draft });
  }),
  http.delete(ofDraft, () => {
    state.draft = null;
    return HttpResponse.json({ data: { message: 'Rascunho descartado.' } });
  }),
];

const option = (valor: string) => ({ valor, rotulo: `Opção ${valor}` });
