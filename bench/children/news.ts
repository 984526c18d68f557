import { setTimeout as sleep } from "node:timers/promises";
import { serveParent } from "../lab/child.ts";
import { connect } from "../lab/connect-socket.ts";
import type { Tokens } from "../lab/request.ts";

/**
 * Opens a socket for each session, then presses Call again and again and waits until everybody in line has heard of it.
 */
export type News = { port: number; sessions: Tokens[]; caller: Tokens; queueIds: number[]; inLine: number };

const atATime = 50;

serveParent(async ({ port, sessions, caller, queueIds, inLine }: News): Promise<{ latencies: number[] }> => {
  let began = 0;
  let lines = 0;
  const latencies: number[] = [];
  const hear = (packet: string) => {
    if (packet.includes('"UserIsCalled:update"')) latencies.push(performance.now() - began);
    if (!packet.includes('"Queue:line"')) return;
    lines++;
    latencies.push(performance.now() - began);
  };
  const waiting = sessions.values();
  const lane = async () => {
    for (const tokens of waiting) await connect(port, tokens, hear);
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  // The rooms of lines are entered behind the handshake.
  await sleep(1000);
  for (const queueId of queueIds) {
    lines = 0;
    began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/queue/trigger-call`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${caller.accessToken}`,
        "x-refresh-token": caller.refreshToken,
        "content-type": "application/json",
      },
      body: JSON.stringify({ queueId }),
    });
    if (!answer.ok) throw new Error(`a call was answered ${answer.status} ${await answer.text()}`);
    for (let waited = 0; lines < inLine; waited++) {
      if (waited > 500) throw new Error(`${lines} of ${inLine} phones have heard`);
      await sleep(10);
    }
    // Past the pause in which several moves are told of at once.
    await sleep(150);
  }
  return { latencies };
});
