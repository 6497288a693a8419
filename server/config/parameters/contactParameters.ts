import { choice, yesNo } from './kinds.ts';

const calls = { area: 'CALLCENTER', grupo: 'Call-center', porFilial: true, recarga: true } as const;

/** What decides on calls and service records. */
export const CONTACT_PARAMETERS = {
  protocoloLigacao: choice({
    ...calls,
    titulo: 'Como se liga',
    descricao: 'O que faz o botão de ligar ao lado de um telefone.',
    padrao: 'tel',
    de: { tel: 'Pelo aparelho ou programa de telefone', api: 'Pela discadora' },
  }),
  registrarAtendimentoAoSair: yesNo({
    ...calls,
    titulo: 'Registrar atendimento ao sair',
    descricao: 'Quem deixa o painel com um atendimento em andamento registra-o antes.',
    padrao: false,
  }),
};
