import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { request as open } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { api, Role } from "@saha/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusalOf, sessionHeaders } from "../../../test/caller.ts";
import { filesIn, form } from "../../../test/form.ts";
import type { Member } from "../../../test/given.ts";
import { openServer, type Server } from "../../../test/harness.ts";
import { picture } from "../../../test/picture-bytes.ts";
import type { Answer, Sent } from "../../../test/wire.ts";
import { Problem } from "../../errors/problem.ts";
import { openPictures } from "../../pictures/pictures.ts";
import { readForm, type Upload } from "./multipart.ts";

const soon = { timeout: 10_000 };
const most = 15 * 1024 * 1024;
let server: Server;
let admin: Member;
let png: Buffer;

beforeAll(async () => {
  server = await openServer();
  admin = await server.given.user({ roleId: Role.Admin });
  png = await picture("png");
});
afterAll(() => server.close());
beforeEach(() => expect(filesIn(server.core.config.dataDir)).toEqual([]));

async function change(...asked: Parameters<typeof form>): Promise<Answer> {
  return put(await form(asked[0], { ...sessionHeaders(admin), ...asked[1] }));
}

function put(sent: Sent): Promise<Answer> {
  return server.send("PUT", "/api/main-theme", sent);
}

/** A body by hand, with a boundary of `x`. */
function byHand(...lines: string[]): Sent {
  const headers = { ...sessionHeaders(admin), "content-type": "multipart/form-data; boundary=x" };
  return { headers, body: Buffer.from(lines.join("\r\n"), "latin1") };
}

async function nothingStored(): Promise<void> {
  expect(filesIn(server.core.config.dataDir)).toEqual([]);
  expect(await server.query.selectFrom("files").selectAll().execute()).toEqual([]);
}

describe("a form that is refused, with nothing stored", () => {
  test("a file in a field that takes none, or twice in one that does", async () => {
    const wrong = refusalOf(await change({ picture: { bytes: png } }, { "accept-language": "en" }));
    const message = "No file is taken in this field";
    expect(wrong).toMatchObject({ code: "file.unexpected", message, issues: [{ field: "picture", message }] });
    expect(refusalOf(await change({ __proto__: { bytes: png }, primary: { bytes: png } })).code).toBe(
      "file.unexpected",
    );
    const logo = { bytes: png };
    const twice = refusalOf(
      await change([
        ["logo", logo],
        ["logo", logo],
      ]),
    );
    expect(twice).toMatchObject({ code: "file.unexpected", issues: [{ field: "logo" }] });
    await nothingStored();
  });

  test("a file that was chosen but has no bytes", async () => {
    const refusal = refusalOf(await change({ logo: { bytes: Buffer.alloc(0), name: "empty.png" } }));
    expect(refusal).toMatchObject({ code: "file.not_image", issues: [{ field: "logo" }] });
    await nothingStored();
  });

  test("a file of one byte over 15 MB; one of 15 MB is read, and judged by what it is", async () => {
    const over = refusalOf(await change({ logo: { bytes: Buffer.alloc(most + 1) } }, { "accept-language": "en" }));
    expect(over).toMatchObject({
      code: "file.too_large",
      message: "The file is larger than 15 MB",
      issues: [{ field: "logo" }],
    });
    expect(refusalOf(await change({ logo: { bytes: Buffer.alloc(most) } })).code).toBe("file.not_image");
    await nothingStored();
  });

  test("too many fields", async () => {
    const many = Array.from({ length: 80 }, (_, at): [string, string] => [`x${at}`, "x"]);
    expect(refusalOf(await change(many)).code).toBe("request.too_large");
    await nothingStored();
  });

  test("texts of more than 4 KB together from a member, of more than 256 KB from an administrator", async () => {
    const member = await server.given.user();
    const short = (bytes: number): [string, string][] =>
      Array.from({ length: 16 }, (_, n) => [`x${n % 10}`, "x".repeat(bytes / 16 - 2)]);
    const calls: [Member, string, number][] = [
      [member, `/api/profile/${member.id}`, 4 * 1024],
      [admin, `/api/profile/${admin.id}`, 4 * 1024],
      [admin, "/api/main-theme", 256 * 1024],
    ];
    for (const [caller, path, most] of calls) {
      const answerTo = async (fields: [string, string][]) => {
        const answer = await server.send("PUT", path, await form(fields, sessionHeaders(caller)));
        return answer.status === 200 ? "taken" : refusalOf(answer).code;
      };
      const long = "ع".repeat(most / 2 - 1);
      expect(await answerTo([["x", `${long}x`]]), path).toBe("taken");
      expect(await answerTo([["xx", `${long}x`]]), path).toBe("request.too_large");
      expect(await answerTo(short(most)), path).toBe("taken");
      expect(await answerTo([...short(most), ["", "x"]]), path).toBe("request.too_large");
    }
    await nothingStored();
  });

  test.for<[string, string, string[]]>([
    ["no boundary", "multipart/form-data", ["--x", "", ""]],
    ["an empty body", "multipart/form-data; boundary=x", [""]],
    // Looked for at each byte of what is made for it, it kept everybody waiting for seconds.
    [
      "a boundary longer than there is",
      `multipart/form-data; boundary=${"a".repeat(252)}`,
      [`--${"a".repeat(252)}`, 'Content-Disposition: form-data; name="name"', "", "a", `--${"a".repeat(252)}--`, ""],
    ],
    [
      "another boundary",
      "multipart/form-data; boundary=y",
      ["--x", 'Content-Disposition: form-data; name="primary"', "", "#102030", "--x--", ""],
    ],
    [
      "no end",
      "multipart/form-data; boundary=x",
      ["--x", 'Content-Disposition: form-data; name="logo"; filename="a.png"', "", "abc"],
    ],
    ["no end of a header", "multipart/form-data; boundary=x", ["--x", 'Content-Disposition: form-data; name="lo']],
  ])("a body with %s", async ([, type, lines]) => {
    const { headers, body } = byHand(...lines);
    const answer = await put({ headers: { ...headers, "content-type": type }, ...(body && { body }) });
    expect(refusalOf(answer).code).toBe("request.broken");
    await nothingStored();
  });

  test("for its texts while it is coming, so that whoever sends first and reads after reads the answer", async () => {
    const member = await server.given.user();
    const field = `--x\r\nContent-Disposition: form-data; name="username"\r\n\r\n${"x".repeat(60_000)}\r\n`;
    const about = {
      ...sessionHeaders(member),
      "content-type": "multipart/form-data; boundary=x",
      "content-length": String(most),
    };
    const answer = await firstAnswer(about, { path: `/api/profile/${member.id}`, body: field.repeat(60) });
    expect(JSON.parse(answer)).toMatchObject({ code: "request.too_large" });
    await nothingStored();
  });

  test("to a call that takes no files, or of another kind", async () => {
    const sent = await form({ title: "x" }, sessionHeaders(admin));
    expect(refusalOf(await server.send("POST", "/api/ticket", sent)).code).toBe("request.media_type");
    for (const type of [
      "multipart/mixed; boundary=x",
      "application/x-www-form-urlencoded",
      "image/png",
      "text/plain",
    ]) {
      const answer = await put({ headers: { ...sessionHeaders(admin), "content-type": type }, body: png });
      expect(refusalOf(answer).code).toBe("request.media_type");
    }
    await nothingStored();
  });

  test("before a byte of it is read, when the caller may not call", async () => {
    const user = await server.given.user();
    for (const [headers, code] of [
      [{}, "auth.required"],
      [sessionHeaders(user), "auth.forbidden"],
    ] as const) {
      const about = { ...headers, "content-type": "multipart/form-data; boundary=x", "content-length": String(most) };
      const answer = await firstAnswer(about);
      expect(JSON.parse(answer)).toMatchObject({ code });
    }
    await nothingStored();
  });

  test("a third at once from one account, so that nobody keeps others from uploading", async () => {
    const about = {
      ...sessionHeaders(admin),
      "content-type": "multipart/form-data; boundary=x",
      "content-length": "1000",
    };
    const slow = [stalled(about), stalled(about)];
    for (const asked of slow)
      asked.write('--x\r\nContent-Disposition: form-data; name="logo"; filename="a"\r\n\r\nabc');
    await expect.poll(() => filesIn(server.core.config.dataDir).length, soon).toBe(2);
    expect(refusalOf(await put(byHand("--x--", ""))).code).toBe("request.too_many");
    for (const asked of slow) asked.destroy();
    await expect.poll(() => put(byHand("--x--", "")).then((answer) => answer.status), soon).toBe(200);
    await nothingStored();
  });
});

test("a caller who hangs up in the middle leaves nothing", async () => {
  const asked = stalled({
    ...sessionHeaders(admin),
    "content-type": "multipart/form-data; boundary=x",
    "content-length": "100000",
  });
  asked.write('--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\n');
  asked.write(Buffer.alloc(20_000, 1));
  await expect.poll(() => filesIn(server.core.config.dataDir).length, soon).toBe(1);
  asked.destroy();
  await expect.poll(() => filesIn(server.core.config.dataDir), soon).toEqual([]);
});

test("an upload without an end is answered as soon as it is too large", async () => {
  const asked = stalled({
    ...sessionHeaders(admin),
    "content-type": "multipart/form-data; boundary=x",
    "content-length": "1000000000",
  });
  const answered = new Promise<Answer>((resolve) => {
    asked.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
  });
  asked.write('--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\n');
  const part = Buffer.alloc(256 * 1024, 7);
  let sent = 0;
  const pour = (): void => {
    if (asked.destroyed) return;
    sent += part.length;
    if (asked.write(part)) setImmediate(pour);
    else asked.once("drain", pour);
  };
  pour();
  expect(refusalOf(await answered).code).toBe("file.too_large");
  asked.destroy();
  expect(sent).toBeLessThan(4 * most);
  await nothingStored();
});

test("a form that drips is refused when its time is over", async () => {
  const payload = new PassThrough();
  const uploads: Upload[] = [];
  const reading = readForm(payload, {
    contentType: "multipart/form-data; boundary=x",
    files: ["logo"],
    texts: [],
    textBytes: 1000,
    newUpload: server.core.pictures.newUpload,
    uploads,
    limits: { fileBytes: 1000, milliseconds: 100 },
  });
  payload.write('--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\nabc');
  await expect(reading).rejects.toMatchObject({ code: "request.timeout" });
  for (const { file } of uploads) rmSync(file);
});

test("a form that has to make room is refused, and leaves no more than its uploads to clear away", async () => {
  const payload = new PassThrough();
  const uploads: Upload[] = [];
  const room = new AbortController();
  const reading = readForm(payload, {
    contentType: "multipart/form-data; boundary=x",
    files: ["logo"],
    texts: [],
    textBytes: 1000,
    newUpload: server.core.pictures.newUpload,
    uploads,
    giveUp: room.signal,
  });
  payload.write('--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\nabc');
  await expect.poll(() => uploads.length).toBe(1);
  room.abort(new Problem("server.busy"));
  await expect(reading).rejects.toMatchObject({ code: "server.busy" });
  for (const { file } of uploads) rmSync(file, { force: true });
});

const disk = mountSmallDisk();

describe.skipIf(!disk)("a form that the disk has no room for", () => {
  afterAll(() => {
    execFileSync("umount", ["-l", disk ?? ""]);
    rmdirSync(disk ?? "");
  });
  const head = '--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\n';
  const codeOf = async (bytes: number, end?: string, newUpload = () => join(disk ?? "", "upload")) => {
    const payload = new PassThrough();
    const uploads: Upload[] = [];
    const reading = readForm(payload, {
      contentType: "multipart/form-data; boundary=x",
      files: ["logo"],
      texts: [],
      textBytes: 1000,
      newUpload,
      uploads,
    });
    payload.write(head);
    payload.write(Buffer.alloc(bytes, 1));
    if (end !== undefined) payload.end(end);
    const code = await reading.then(
      () => "taken",
      (problem: Problem) => problem.code,
    );
    for (const { file } of uploads) rmSync(file, { force: true });
    return code;
  };

  test("is told so, whether its end has come or not; one that is broken is told that", async () => {
    const end = "\r\n--x--\r\n";
    expect(await codeOf(2 * 1024 * 1024, end)).toBe("server.disk_full");
    expect(await codeOf(2 * 1024 * 1024)).toBe("server.disk_full");
    expect(await codeOf(100_000, "")).toBe("request.broken");
    expect(await codeOf(100_000, end)).toBe("taken");
  });

  test("is told so where not even the folder of uploads can be made, and the process goes on", async () => {
    const config = { dataDir: disk ?? "", s3: null };
    const { newUpload, close } = openPictures({ config, database: server.core.database, onError: () => {} });
    const last = join(config.dataDir, "last of its files");
    writeFileSync(last, "");
    expect(await codeOf(1000, "\r\n--x--\r\n", newUpload)).toBe("server.disk_full");
    expect(await codeOf(1000, undefined, newUpload)).toBe("server.disk_full");
    rmSync(last);
    close();
  });
});

test("texts become what the body's schema wants; a form without files changes what a JSON body changes", async () => {
  expect((await change({ primary: "#0A0B0C", unknown: "x", __proto__: "y" })).status).toBe(200);
  expect((await server.stranger(api.themes.main)).data.primary).toBe("#0A0B0C");
});

/** Whoever may not mount a small disk of memory can't fill one either. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "saha-form-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,nr_inodes=2,mode=0755", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

function stalled(headers: Record<string, string>) {
  const { hostname, port } = new URL(server.address);
  const asked = open({ hostname, port, method: "PUT", path: "/api/main-theme", headers });
  asked.on("error", () => {});
  asked.flushHeaders();
  return asked;
}

/** The body of the answer to a request that never ends: of which only the head is ever sent, or a part of its body. */
function firstAnswer(headers: Record<string, string>, { path = "/api/main-theme", body = "" } = {}): Promise<string> {
  const { hostname, port } = new URL(server.address);
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`PUT ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`),
    );
    let text = "";
    socket
      .setEncoding("utf8")
      .on("error", reject)
      .on("data", (part) => {
        text += part;
        const answer = /\r\n\r\n(\{.*\})$/.exec(text)?.[1];
        if (answer === undefined) return;
        socket.destroy();
        resolve(answer);
      });
  });
}
