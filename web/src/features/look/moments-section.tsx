import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { celebrationRings, Pass } from "../../pieces/pass/pass.tsx";
import { QrPlate } from "../../pieces/qr-plate/qr-plate.tsx";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { CameraFailure, type CameraProblem, cameraProblems } from "../../ui/qr-scanner/camera-problem.ts";
import { CameraTrouble } from "../../ui/qr-scanner/camera-trouble.tsx";
import { QrScanner } from "../../ui/qr-scanner/qr-scanner.tsx";
import { toast } from "../../ui/toast/toast.ts";
import type { VerdictTone } from "../../ui/verdict/signal.ts";
import { type Verdict, VerdictScreen } from "../../ui/verdict/verdict.tsx";
import style from "./look.module.css";
import { qrImage } from "./qr-sample.ts";
import { samplePass } from "./sample-pass.ts";
import { Sample, Section } from "./section.tsx";

/** The moments that decide (interface): verdicts, the scanner and its troubles, the celebration, QR plates. */
export function MomentsSection() {
  const [tone, setTone] = useState<VerdictTone | null>(null);
  const [isScanning, setIsScanning] = useState(false);
  const [problem, setProblem] = useState<CameraProblem>("denied");
  const [parties, setParties] = useState(0);
  const all = verdicts();
  const purchase = { qrImage, ticket: { title: m.themes_sample_event() } };
  return (
    <Section id="moments" title={m.look_moments()} text={m.look_moments_text()}>
      <Sample name={m.look_verdicts()}>
        <div className="row wrap gap-12">
          {(["green", "amber", "red", "grey"] as const).map((which) => (
            <button key={which} type="button" className={style.tone} data-tone={which} onClick={() => setTone(which)}>
              {all[which].word}
            </button>
          ))}
        </div>
      </Sample>
      <Sample name={m.look_celebration()}>
        <div className={`stack gap-16 items-center ${style.party}`}>
          <Pass key={parties} ticket={samplePass()} size="hero" heading="p" rings={celebrationRings} />
          <Button onClick={() => setParties(parties + 1)}>{m.look_celebrate()}</Button>
        </div>
      </Sample>
      <Sample name={m.look_qr_plates()} span="whole">
        <div className={style.plates}>
          <QrPlate purchase={purchase} />
          <QrPlate purchase={purchase} isCrossed />
          <QrPlate purchase={{ ...purchase, qrImage: "data:," }} />
        </div>
      </Sample>
      <Sample name={m.look_scanner()}>
        <Button variant="light" onClick={() => setIsScanning(true)}>
          {m.scans_start()}
        </Button>
      </Sample>
      <Sample name={m.look_camera_troubles()}>
        <NativeSelect
          label={m.look_camera_trouble()}
          value={problem}
          data={cameraProblems.map((value) => ({ value, label: troubleNames[value]() }))}
          onChange={({ currentTarget }) => setProblem(currentTarget.value as CameraProblem)}
        />
        <div className={style.dark}>
          <CameraTrouble key={problem} failure={new CameraFailure(problem, ...technical[problem])} />
        </div>
      </Sample>
      {tone && (
        <VerdictScreen verdict={all[tone]} next={{ label: m.look_verdict_back(), press: () => setTone(null) }} />
      )}
      <QrScanner
        isOpen={isScanning}
        title={m.scans_entry_title()}
        caption={() => m.scans_read()}
        onDecode={() => void toast({ kind: "success", message: m.scans_read() })}
        onClose={() => setIsScanning(false)}
      />
    </Section>
  );
}

const troubleNames: Record<CameraProblem, () => string> = {
  insecure: m.scanner_insecure,
  unsupported: m.scanner_unsupported,
  denied: m.scanner_denied,
  missing: m.scanner_missing,
  busy: m.scanner_busy,
  slow: m.scanner_slow,
  stopped: m.scanner_stopped,
  unread: m.scanner_unread,
  renewed: m.ui_renewed_title,
  unknown: m.scanner_unknown,
};

/** Name and message as browsers word them. */
const technical: Record<CameraProblem, [string, string]> = {
  insecure: ["InsecureContextError", "The page is not served over HTTPS or from localhost"],
  unsupported: ["NotSupportedError", "navigator.mediaDevices is undefined"],
  denied: ["NotAllowedError", "Permission denied"],
  missing: ["NotFoundError", "Requested device not found"],
  busy: ["NotReadableError", "Could not start video source"],
  slow: ["TimeoutError", "No picture within 6 s"],
  stopped: ["AbortError", "The track ended"],
  unread: ["DecoderError", "NetworkError: Load failed"],
  renewed: ["DecoderError", "The file is not there any more"],
  unknown: ["UnknownError", "The camera gave no reason"],
};

function verdicts(): Record<VerdictTone, Verdict> {
  const person = { username: "noura", name: m.themes_sample_name(), avatar: null };
  const ticket = { id: "ticket", label: m.scans_fact_ticket(), value: m.themes_sample_event() };
  return {
    green: {
      tone: "green",
      word: m.scans_enter_word(),
      sentence: m.scans_validated(),
      hint: null,
      person,
      facts: [ticket, { id: "type", label: m.scans_fact_type(), value: m.format_type_gold() }],
    },
    amber: {
      tone: "amber",
      word: m.scans_collect({ sum: m.format_egp({ amount: "150" }) }),
      sentence: m.scans_validated(),
      hint: m.scans_collect_hint(),
      person,
      facts: [ticket],
    },
    red: {
      tone: "red",
      word: m.scans_used_word(),
      sentence: m.look_verdict_used(),
      hint: m.scans_used_entry_hint(),
      person,
      facts: [
        {
          id: "at",
          label: m.scans_fact_at(),
          value: momentText("2026-11-20T15:04:00.000Z"),
          isLoud: true,
          isCode: true,
        },
        ticket,
      ],
    },
    grey: {
      tone: "grey",
      word: m.scans_lost_word(),
      sentence: m.ui_state_network(),
      hint: m.scans_lost_hint(),
      facts: [],
    },
  };
}
