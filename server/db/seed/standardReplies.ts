/** Answers that an empty installation begins with; who answers will write better ones. */
export const STANDARD_REPLIES: readonly { title: string; html: string }[] = [
  {
    title: 'Recebemos a sua solicitação',
    html: '<p>Olá, {{cliente}},</p><p>Recebemos a sua solicitação e ela está no ticket <strong>{{ticket}}</strong>. Vamos analisar e responder por aqui.</p><p>{{atendente}}<br>{{empresa}}</p>',
  },
  {
    title: 'Pedir fotos do produto',
    html: '<p>Olá, {{cliente}},</p><p>Para analisar a devolução da nota {{nota}}, precisamos de:</p><ul><li><p>uma foto da etiqueta da caixa;</p></li><li><p>uma foto do produto que mostre o problema.</p></li></ul><p>Responda este ticket com as fotos anexadas.</p><p>{{atendente}}</p>',
  },
  {
    title: 'Pedir a nota de devolução',
    html: '<p>Olá, {{cliente}},</p><p>A devolução foi autorizada. Emita a nota de devolução como no espelho deste ticket e envie aqui o PDF ou o XML.</p><p>Enquanto a nota não chega, a coleta não pode ser agendada.</p><p>{{atendente}}</p>',
  },
  {
    title: 'Coleta em agendamento',
    html: '<p>Olá, {{cliente}},</p><p>A coleta do ticket {{ticket}} está em agendamento com a transportadora. Deixe os volumes embalados e identificados com o número da nota.</p><p>{{atendente}}</p>',
  },
  {
    title: 'Devolução recusada',
    html: '<p>Olá, {{cliente}},</p><p>Analisamos a sua solicitação e ela não pôde ser aceita pelo motivo abaixo:</p><p>Se tiver mais informações, responda este ticket.</p><p>{{atendente}}<br>{{empresa}}</p>',
  },
  {
    title: 'Encerramento por falta de resposta',
    html: '<p>Olá, {{cliente}},</p><p>Como não recebemos resposta, vamos encerrar o ticket {{ticket}}. Se ainda precisar, ele pode ser reaberto.</p><p>{{atendente}}</p>',
  },
];
