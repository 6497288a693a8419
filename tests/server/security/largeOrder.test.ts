import { expect, it } from '@jest/globals';
import type { Pickup } from '#contract/sac/pickups.ts';
import { drawOrder } from '#server/sac/pickups/drawOrder.ts';

const line = {
  idExibicao: '1',
  descricao: 'Arroz tipo 1',
  ...{ unidade: 'CX', fator: '1', unidadeNota: 'CX', fatorNota: '1' },
  nfe: 1,
  quantidade: '5',
};
const ticket = (id: number): Pickup['tickets'][number] => ({
  id,
  ativo: true,
  status: 'AGUARDANDO_TERCEIRO',
  etapa: 'Coleta',
  cliente: { id: 1, fant: 'Mercado', razSoc: 'Mercado Ltda.', telefone: '' },
  endereco: { logradouro: '', numero: '', complemento: '', bairro: '', cep: '', cidade: '', uf: '' },
  filial: { idFil: 1, razSoc: 'Filial' },
  volumes: '5',
  itens: [line],
});

it('printing an order of many tickets does not block other requests', async () => {
  let turns = 0;
  const others = () => {
    turns += 1;
    next = setImmediate(others);
  };
  let next = setImmediate(others);
  const doc = await drawOrder({
    pickup: {
      id: 1,
      status: 'GERADA',
      responsavel: {
        tipo: 'TRANSPORTADORA',
        id: 1,
        nome: 'Ágil',
        razSoc: 'Ágil Ltda.',
        cnpj: null,
        telefone: '',
        email: '',
      },
      totalTickets: 200,
      clientes: [],
      agendadaPara: null,
      criador: { id: 1, nome: 'Ana' },
      datahora_criacao: new Date().toISOString(),
      datahora_confirmacao: null,
      versao: 1,
      obs: '',
      confirmadaPor: null,
      motivoCancelamento: null,
      acoes: { confirmar: true, cancelar: true, agendar: true },
      tickets: Array.from({ length: 200 }, (_, index) => ticket(index + 1)),
    },
    brand: { nome: 'Horizonte', razSoc: '', cnpj: '', endereco: '', cor: '#1F6FEB', picture: null },
    destinations: new Map(),
    printedAt: new Date(),
    zone: 'America/Sao_Paulo',
  });
  clearImmediate(next);
  doc.destroy();
  expect(turns).toBeGreaterThan(100);
});
