/** Frequent questions of consumers and staff. `steps` are a numbered list between the two texts. */
export interface ArticleText {
  kind: 'Devoluções' | 'Entregas' | 'Financeiro' | 'Produtos' | 'Conta e acesso';
  title: string;
  intro: string;
  steps: readonly string[];
  outro: string;
  /** False: for staff only. */
  forConsumers: boolean;
}

const article =
  (kind: ArticleText['kind'], forConsumers = true) =>
  (title: string, intro: string, steps: readonly string[], outro = ''): ArticleText => ({
    kind,
    title,
    intro,
    steps,
    outro,
    forConsumers,
  });

const returns = article('Devoluções');
const internal = article('Devoluções', false);
const delivery = article('Entregas');
const deliveryStaff = article('Entregas', false);
const money = article('Financeiro', false);
const product = article('Produtos');
const account = article('Conta e acesso');

export const ARTICLES: readonly ArticleText[] = [
  returns(
    'Como devolver uma mercadoria',
    'A devolução começa por uma solicitação do tipo Devolução de mercadoria e vale para notas dentro do prazo.',
    [
      'Abra uma nova solicitação e escolha o motivo.',
      'Selecione a nota e os produtos, com a quantidade de cada um.',
      'Anexe fotos quando o produto pedir.',
      'Envie e acompanhe a análise pela solicitação.',
    ],
    'A análise leva até dois dias úteis. Só emita a nota de devolução depois de aprovada.',
  ),
  returns(
    'Qual é o prazo para devolver',
    'Aceitamos devoluções de notas emitidas nos últimos 180 dias. Depois disso a nota não aparece mais na busca.',
    [],
    'Avarias e faltas devem ser avisadas em até sete dias da entrega, de preferência com ressalva no canhoto.',
  ),
  returns(
    'Como emitir a nota fiscal de devolução',
    'Depois da análise, o espelho da nota fica disponível na solicitação. Ele traz produtos, quantidades, valores e impostos.',
    [
      'Baixe o espelho da nota.',
      'Emita a NF-e de devolução com os mesmos valores e a chave da nota de origem.',
      'Envie o PDF ou o XML pela solicitação.',
    ],
    'Diferenças acima de R$ 0,10 precisam ser corrigidas antes da coleta.',
  ),
  returns(
    'Não sou contribuinte de ICMS, como faço a nota?',
    'Quem não é contribuinte não precisa emitir nota: nós emitimos uma nota de entrada própria quando a mercadoria é recolhida.',
    [],
    'Basta confirmar a quantidade e deixar os volumes separados para a coleta.',
  ),
  returns(
    'Quando é preciso enviar fotos',
    'Fotos são obrigatórias para avaria, quebra, produto vencido e para produtos frágeis ou perecíveis.',
    [
      'Fotografe o produto inteiro.',
      'Fotografe o lote e a validade.',
      'Fotografe a embalagem de transporte, se houver dano.',
    ],
    'Cada item aceita até seis fotos.',
  ),
  returns(
    'Produto avariado no transporte',
    'Confira os volumes na presença do motorista e anote o dano no canhoto antes de assinar.',
    [
      'Abra uma solicitação de Avaria no transporte.',
      'Informe a transportadora e anexe as fotos.',
      'Guarde a mercadoria até a análise terminar.',
    ],
    'Sem ressalva no canhoto a análise pode demorar mais.',
  ),
  returns(
    'Faltou mercadoria na entrega',
    'Se o volume chegou aberto ou com quantidade menor, avise no mesmo dia.',
    [
      'Separe o volume e verifique o lacre.',
      'Abra uma solicitação de Falta de mercadoria com a nota e os produtos.',
    ],
    'Depois de confirmada a falta, reenviamos na próxima rota ou creditamos o valor.',
  ),
  returns('Recebi um produto trocado', 'Quando o produto recebido não é o da nota, a troca não tem custo.', [
    'Não abra a embalagem.',
    'Abra uma solicitação de Troca de produto.',
    'Descreva o que foi recebido no campo de observações.',
  ]),
  returns(
    'O que significam as situações dos itens',
    'Em Análise: ainda estamos verificando. Aprovado: a quantidade autorizada pode ser devolvida. Negado: o item não será devolvido e o motivo aparece ao lado.',
    [],
  ),
  returns(
    'Como acompanhar a coleta',
    'Depois que a nota de devolução é aceita, a coleta é programada com a transportadora que atende a sua região.',
    [
      'Deixe os volumes prontos e identificados com o número da solicitação.',
      'Entregue uma via da nota de devolução ao motorista.',
    ],
    'A data aparece na linha do tempo da solicitação.',
  ),
  internal(
    'Como analisar uma devolução',
    'Cada linha precisa fechar: autorizada mais os cortes é igual à solicitada.',
    [
      'Confira prazo, marca e quantidade comprada.',
      'Registre os cortes no contador certo.',
      'Informe o motivo da análise sempre que houver corte.',
    ],
    'Sem fotos de avaria, peça complemento ao cliente antes de negar.',
  ),
  internal(
    'Divergência na conferência',
    'Quando a quantidade recebida é menor do que a autorizada, registre o recebido e siga para Divergência.',
    [
      'Fotografe os volumes.',
      'Informe a quantidade recebida por linha.',
      'Decida entre aceitar e voltar para a análise.',
    ],
  ),
  delivery(
    'Prazo de entrega por região',
    'Capitais recebem em até três dias úteis. Interior de São Paulo e Sul, em até cinco. Cidades atendidas por balsa no Amazonas e no Acre, em até doze.',
    [],
    'Os prazos contam a partir da emissão da nota fiscal.',
  ),
  delivery(
    'Minha entrega está atrasada',
    'Confira primeiro a data da nota e o prazo da sua região.',
    [
      'Abra uma solicitação de Atraso na entrega.',
      'Selecione a nota.',
      'Diga se já houve tentativa de entrega.',
    ],
    'Respondemos com a posição da transportadora no mesmo dia útil.',
  ),
  delivery(
    'Como recusar uma entrega',
    'A recusa pode ser total ou parcial e precisa estar escrita no verso da nota ou no canhoto.',
    [
      'Escreva o motivo e a data.',
      'Peça a assinatura do motorista.',
      'Abra uma solicitação de devolução com o motivo Recusa no recebimento.',
    ],
  ),
  delivery(
    'Horários de recebimento',
    'Informe o melhor horário no cadastro. As transportadoras entregam de segunda a sexta, das 8h às 18h.',
    [],
    'Reentregas por estabelecimento fechado podem ter custo.',
  ),
  deliveryStaff(
    'Contato das transportadoras',
    'Cada filial trabalha com transportadoras próprias. O telefone e o e-mail de coletas estão no cadastro da transportadora.',
    ['Informe o número da nota e da solicitação.', 'Registre a resposta como mensagem privada.'],
  ),
  deliveryStaff(
    'Quem responde pelo atraso',
    'Na prorrogação, o responsável é a transportadora quando o atraso foi no transporte, e o representante quando foi no pedido.',
    [],
    'Informe de 1 a 365 dias de atraso.',
  ),
  money(
    'Prorrogação de boleto por atraso na entrega',
    'Quando a mercadoria chega depois do prazo, o vencimento pode ser prorrogado pelo mesmo número de dias.',
    [
      'Abra uma solicitação de Prorrogação com a nota.',
      'Informe o responsável e os dias de atraso.',
      'A logística confirma e o financeiro define os novos vencimentos.',
    ],
  ),
  money(
    'Segunda via de boleto',
    'A segunda via é enviada para o e-mail de cobrança do cadastro.',
    ['Abra uma solicitação de Segunda via.', 'Escolha a nota e o motivo Segunda via de boleto.'],
    'Boletos vencidos há mais de cinco dias são pagos em qualquer banco com juros atualizados.',
  ),
  money(
    'XML e DANFE de uma nota fiscal',
    'O XML é enviado no dia da emissão para o e-mail de NF-e do cadastro. Pela solicitação de Segunda via enviamos novamente.',
    [],
  ),
  money(
    'Impostos da nota fiscal: ICMS, ST e IPI',
    'O valor com substituição tributária depende do estado de destino e da classificação do produto.',
    [
      'Compare o pedido com os campos de imposto da nota.',
      'Em dúvida, abra uma solicitação de Dúvida financeira ou fiscal.',
    ],
  ),
  money(
    'Como aumentar o limite de crédito',
    'O limite considera o histórico de pagamento dos últimos doze meses.',
    [
      'Atualize o cadastro e as referências comerciais.',
      'Peça a revisão por uma solicitação ou ao representante.',
    ],
    'A resposta leva até três dias úteis.',
  ),
  money(
    'Quando o crédito da devolução é lançado',
    'O crédito é lançado depois da conferência da mercadoria, em até três dias úteis, e abatido do próximo boleto.',
    [],
  ),
  product(
    'Como acionar a garantia',
    'Eletroportáteis têm doze meses de garantia a partir da nota fiscal.',
    [
      'Abra uma solicitação de Garantia para consumidor final.',
      'Informe o defeito e quando começou.',
      'Anexe a nota e uma foto da etiqueta.',
    ],
    'Mau uso e quedas não são cobertos.',
  ),
  product(
    'Problema de qualidade com um produto',
    'Guarde o produto e a embalagem com o lote visível.',
    [
      'Abra uma solicitação de Qualidade do produto.',
      'Descreva sabor, odor ou aparência.',
      'Anexe fotos do lote e da validade.',
    ],
    'Recolhemos uma amostra quando a análise do fabricante é necessária.',
  ),
  product(
    'Conservação de laticínios e frios',
    'Mantenha entre 1 °C e 10 °C e confira a temperatura no recebimento.',
    ['Recuse caixas molhadas ou quentes.', 'Guarde em até trinta minutos depois da entrega.'],
  ),
  product(
    'Informações de alergênicos e glúten',
    'A lista de ingredientes e alergênicos está no rótulo de cada produto. Em caso de dúvida, pergunte por uma solicitação com o código do produto.',
    [],
  ),
  account(
    'Esqueci minha senha',
    'Na página de entrada, escolha Esqueci minha senha e informe o CPF.',
    [
      'Abra o e-mail que enviamos.',
      'Use o código em até 30 minutos.',
      'Escolha uma senha de 6 a 20 caracteres.',
    ],
    'Se o e-mail não chegar, confira a caixa de spam.',
  ),
  account(
    'Como atualizar meus dados',
    'Em Minha conta você altera nome, e-mail, telefone e data de nascimento.',
    [],
    'O CPF não pode ser alterado. Para corrigir, fale com o atendimento.',
  ),
];
