import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signerOf } from '#server/realtime/channelAccess.ts';
import { allowance } from '#server/realtime/conversation.ts';
import { frameText, readMessage, refusedProtocol } from '#server/realtime/hub.ts';

describe('messages of the Pusher protocol', () => {
  it('are parsed as pusher-js writes them', () => {
    const subscribe = { channel: 'private-avisos', auth: 'a:b', channel_data: '{}' };
    expect(readMessage('{"event":"pusher:ping","data":{}}')).toEqual({ kind: 'ping' });
    expect(readMessage(JSON.stringify({ event: 'pusher:subscribe', data: subscribe }))).toEqual({
      kind: 'subscribe',
      channel: 'private-avisos',
      auth: 'a:b',
      channelData: '{}',
    });
    expect(readMessage('{"event":"pusher:unsubscribe","data":"{\\"channel\\":\\"x\\"}"}')).toEqual({
      kind: 'unsubscribe',
      channel: 'x',
    });
    expect(readMessage('{"event":"client-digitando","channel":"presence-ticket-1","data":{"a":1}}')).toEqual({
      kind: 'client',
      channel: 'presence-ticket-1',
      event: 'client-digitando',
      data: { a: 1 },
    });
  });

  it('are ignored when they are anything else', () => {
    for (const text of ['', 'null', '[]', '"x"', '{', '{"event":1}', '{"event":"pusher:subscribe"}'])
      expect(readMessage(text)).toBeNull();
    expect(readMessage('{"event":"pusher:subscribe","data":{"channel":["a"]}}')).toBeNull();
    expect(readMessage('{"event":"client-x","data":{}}')).toBeNull();
    expect(readMessage('{"event":"ticket.mudou","channel":"private-tickets","data":{}}')).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => void readMessage(text)));
    fc.assert(fc.property(fc.json(), (text) => void readMessage(text)));
  });

  it('carry their data as JSON in a string', () => {
    expect(frameText({ event: 'e', channel: 'c', data: { a: 1 } })).toBe(
      '{"event":"e","channel":"c","data":"{\\"a\\":1}"}',
    );
  });

  it('are accepted in versions 5 to 7 only', () => {
    expect(['5', '6', '7'].map(refusedProtocol)).toEqual([null, null, null]);
    expect([undefined, '', '4', '8', ['7', '8']].map(refusedProtocol)).toEqual([
      4008, 4008, 4007, 4007, 4007,
    ]);
  });
});

describe('signature of a channel', () => {
  const signer = signerOf('segredo');
  const claim = {
    socketId: '1.2',
    channel: 'presence-ticket-1',
    sessionId: '0b5e7c1a-93a4-4a0c-8f62-1c2d3e4f5a6b',
    channelData: '{"user_id":"1"}',
  };
  const auth = signer.sign(claim);

  it('identifies its session', () => {
    expect(signer.sessionOf(auth, claim)).toBe(claim.sessionId);
    expect(signerOf('segredo').sessionOf(auth, claim)).toBe(claim.sessionId);
  });

  it('is valid for nothing but what was signed', () => {
    expect(signer.sessionOf(auth, { ...claim, socketId: '1.3' })).toBeNull();
    expect(signer.sessionOf(auth, { ...claim, channel: 'presence-ticket-2' })).toBeNull();
    expect(signer.sessionOf(auth, { ...claim, channelData: '{"user_id":"2"}' })).toBeNull();
    expect(signer.sessionOf(auth, { ...claim, channelData: undefined })).toBeNull();
    expect(signerOf('outro').sessionOf(auth, claim)).toBeNull();
    const another = `${auth.slice(0, -32)}${'0'.repeat(32)}`;
    expect(signer.sessionOf(another, claim)).toBeNull();
    for (const text of ['', auth.slice(1), `${auth}0`, auth.toUpperCase(), `${signer.key}:`])
      expect(signer.sessionOf(text, claim)).toBeNull();
  });

  it('becomes invalid by a change of any single character', () => {
    fc.assert(
      fc.property(fc.nat(auth.length - 1), fc.constantFrom(...'0123456789abcdef'), (at, letter) => {
        const changed = auth.slice(0, at) + letter + auth.slice(at + 1);
        expect(signer.sessionOf(changed, claim)).toBe(changed === auth ? claim.sessionId : null);
      }),
    );
  });
});

describe('allowance of messages', () => {
  it('allows a burst, then so many a second', () => {
    const { take } = allowance(3, 2);
    expect([0, 0, 0, 0].map(take)).toEqual([true, true, true, false]);
    expect([500, 500, 10_000, 10_000, 10_000, 10_000].map(take)).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
