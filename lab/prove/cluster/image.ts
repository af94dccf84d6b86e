import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { provideBase } from "@/lab/image/container";

const run = promisify(execFile);
const IMAGE = "assay-ha";

/** Builds the image of deploy/ha and returns a folder with its files, which nothing changes. */
export async function imageOfCluster(): Promise<string> {
  const buildah = async (...args: string[]) => {
    const env = { ...process.env, BUILDAH_ISOLATION: "chroot" };
    return (await run("buildah", args, { env, maxBuffer: 256 * 1024 ** 2 })).stdout.trim();
  };
  await provideBase();
  await buildah("build", "--format", "docker", "--layers", "--pull-never", "-t", IMAGE, "deploy/ha");
  const id = await buildah("inspect", "--type", "image", "--format", "{{.FromImageID}}", IMAGE);
  // One container for each build of the image, which later runs use again; those of earlier builds go.
  const name = `${IMAGE}-${id.slice(0, 12)}`;
  const containers = (await buildah("containers", "--format", "{{.ContainerName}}")).split("\n");
  const earlier = containers.filter((one) => one.startsWith(`${IMAGE}-`) && one !== name);
  if (earlier.length > 0) await buildah("rm", ...earlier);
  if (!containers.includes(name)) await buildah("from", "--pull-never", "--name", name, IMAGE);
  return buildah("mount", name);
}
