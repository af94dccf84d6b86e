import type { Ctx } from "@/server/core/ctx";
import { requestCheck, requestImport, setImport } from "@/server/domain/imports/change";
import { stageImport } from "@/server/domain/imports/stage";
import { runtime } from "@/server/runtime/runtime";

/** Imports of the fixtures, by the step that each has reached. */
export interface Imports {
  staged: string;
  checked: string;
  imported: string;
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/** Makes an import at each step: of two rows, one of which is refused. */
export async function importsOf(ctx: Ctx, mark: string): Promise<Imports> {
  const stage = async (step: string) => {
    const file = `Zephyr code,Zephyr title,Zephyr weight\n${mark}-${step}-1,Zephyr A,1.5\n${mark}-${step}-2,Zephyr B,zephyr\n`;
    const { copyClient } = runtime().database;
    const { id } = await stageImport(
      ctx,
      copyClient,
      { kind: "items", name: `zephyr-${step}.csv` },
      bytesOf(file),
    );
    const mapping = ["identifier", "title", "data.zephyrWeight:number"];
    await setImport(ctx, { id, mode: "both", mapping });
    return id;
  };
  const [staged, checked, imported] = [await stage("new"), await stage("checked"), await stage("imported")];
  await requestCheck(ctx, { importId: checked });
  await requestImport(ctx, { importId: imported });
  return { staged, checked, imported };
}
