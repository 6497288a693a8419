/** Texts of the demonstration's tickets. `{p}` is a product, `{n}` an invoice number, `{c}` the customer. */

/** Opening messages by key of the ticket type. */
export const OPENING: Record<string, readonly string[]> = {
  DEVOLUCAO: [
    'Recebemos {p} que não estava no pedido. Precisamos devolver e receber o crédito.',
    'A validade de {p} na nota {n} vence no próximo mês. Não conseguimos vender a tempo.',
    'O preço de {p} veio diferente do negociado com o representante. Vamos devolver o que ainda está fechado.',
    'Chegou o dobro da quantidade pedida de {p}. Segue a relação para a devolução.',
  ],
  TROCA: [
    'Recebi {p} com defeito e gostaria de trocar por outro igual.',
    'Comprei {p} e veio outro produto na caixa. Podem trocar?',
    'A embalagem de {p} estava aberta quando chegou. Prefiro a troca.',
  ],
  PRORROGACAO: [
    'A nota {n} chegou com vários dias de atraso e o boleto vence antes de conseguirmos vender. Pedimos a prorrogação.',
    'A transportadora só entregou na segunda tentativa. Precisamos de mais prazo no boleto da nota {n}.',
    'Mercadoria da nota {n} ficou parada no transporte. Solicito prorrogar os vencimentos.',
  ],
  SEGUNDA_VIA: [
    'Não recebemos o boleto da nota {n} por e-mail. Podem reenviar?',
    'O contador pediu o XML da nota {n}.',
    'Precisamos da segunda via do boleto da nota {n}, com vencimento para esta semana.',
  ],
  AVARIA_TRANSPORTE: [
    'Duas caixas de {p} chegaram amassadas e com vazamento. O motorista anotou no canhoto.',
    'O palete veio tombado. {p} está quebrado, seguem as fotos.',
    'Carga molhada na entrega da nota {n}. Conferimos com o motorista e separamos o que estragou.',
  ],
  FALTA_MERCADORIA: [
    'Na conferência faltou {p}. O lacre do volume estava intacto.',
    'Recebemos um volume a menos na nota {n}. O motorista não tinha a mercadoria no caminhão.',
    'Veio a nota {n} completa, mas {p} não estava na carga.',
  ],
  ATRASO_ENTREGA: [
    'A nota {n} devia ter chegado na semana passada e o rastreio não anda.',
    'Já reagendaram duas vezes a entrega da nota {n}. Estamos sem mercadoria na prateleira.',
    'Prazo vencido e ninguém avisou. Quando chega a nota {n}?',
  ],
  QUALIDADE: [
    'Clientes devolveram {p} por causa do cheiro forte. Guardamos as unidades e anotamos o lote.',
    'Encontramos um pedaço de plástico dentro de {p}. O produto está separado.',
    'A embalagem de {p} vaza quando fica deitada na gôndola.',
  ],
  GARANTIA: [
    'Quero acionar a garantia de {p}. O problema apareceu no primeiro uso e tenho a nota fiscal.',
    'Comprei {p} há pouco tempo e já apresentou problema. Como funciona a garantia?',
  ],
  ATENDIMENTO: [
    'O entregador se recusou a esperar a conferência. Isso já aconteceu outras vezes.',
    'Fiquei mais de vinte minutos na linha e a ligação caiu antes de alguém atender.',
    'O representante não passa na loja há mais de um mês.',
  ],
  DUVIDA_PRODUTO: [
    '{p} contém glúten? Na embalagem não está claro.',
    'Qual é o prazo de validade médio de {p} na entrega?',
    '{p} pode ser guardado fora da geladeira depois de aberto?',
  ],
  DUVIDA_FINANCEIRA: [
    'O valor do imposto da nota {n} ficou diferente do pedido. Podem explicar?',
    'Como faço para aumentar o limite de crédito da loja?',
    'O boleto saiu com juros, mas paguei no dia do vencimento.',
  ],
};

/** Subjects for the types that require one. */
export const SUBJECTS: Record<string, readonly string[]> = {
  QUALIDADE: ['Produto com odor alterado', 'Embalagem com vazamento', 'Lote com defeito'],
  ATENDIMENTO: ['Reclamação do entregador', 'Demora no atendimento', 'Falta de visita do representante'],
  DUVIDA_FINANCEIRA: ['Imposto na nota fiscal', 'Limite de crédito', 'Juros cobrados no boleto'],
};

/** The attendant's replies, by flow. */
export const ANSWERS: Record<string, readonly string[]> = {
  DEVOLUCAO: [
    'Olá! Recebemos a sua solicitação e já encaminhamos os itens para a análise. Retornamos em até dois dias úteis.',
    'A análise foi concluída. Por favor, emita a nota de devolução conforme o espelho disponível na solicitação.',
    'A coleta foi programada com a transportadora. Deixe os volumes separados e identificados com o número da solicitação.',
    'Poderia enviar fotos do lote e da embalagem? Elas são necessárias para concluir a análise.',
  ],
  PRORROGACAO: [
    'Olá! Estamos confirmando com a logística a data em que a mercadoria foi entregue.',
    'A logística confirmou o atraso. O financeiro vai definir os novos vencimentos.',
    'Os boletos foram prorrogados. Os novos vencimentos já aparecem no seu cadastro.',
  ],
  RECLAMACAO_GERAL: [
    'Lamentamos o ocorrido. Já acionamos a área responsável e voltamos com uma posição ainda hoje.',
    'Conferimos o registro da entrega e estamos em contato com a transportadora.',
    'O reenvio foi autorizado e segue na próxima rota.',
    'Consegue nos confirmar o lote impresso na embalagem?',
  ],
  DUVIDA: [
    'Olá! Seguem as informações pedidas. Se ficar alguma dúvida, responda por aqui.',
    'Enviamos o documento para o e-mail do cadastro. Pode conferir, por favor?',
  ],
};

/** The customer's replies. */
export const REPLIES = [
  'Obrigado pelo retorno. Fico no aguardo.',
  'Enviei as fotos que faltavam. Podem conferir?',
  'Perfeito, já separamos os volumes para a coleta.',
  'Ainda não recebemos nenhuma posição. Podem verificar?',
  'Confirmado, o lote é o mesmo da primeira foto.',
] as const;

/** Visible to staff only. */
export const PRIVATE_NOTES = [
  'Cliente ligou para cobrar retorno. Prometi posição até amanhã.',
  'Conferi no sistema de rotas: a entrega saiu com um dia de atraso.',
  'Histórico do cliente é bom, sugiro aprovar.',
  'Terceira ocorrência com a mesma transportadora neste mês.',
  'Aguardando a foto do lote para liberar.',
] as const;

/** Texts for forwarding a ticket to another sector. */
export const FORWARDS = [
  'Encaminho para análise da área. Documentos em anexo.',
  'Por favor, verificar com prioridade: o cliente aguarda desde ontem.',
  'Segue para conferência dos valores.',
] as const;

export const CANCELLATIONS = [
  'Aberto em duplicidade.',
  'Cliente desistiu da solicitação.',
  'Resolvido por telefone antes da análise.',
] as const;
