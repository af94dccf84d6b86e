/** Packages of React Native, as far as the guide to scanner apps uses them, made of elements of a web page. */
export const NATIVE_STAND_INS: Record<string, string> = {
  "node_modules/react-native/index.jsx": `
    export const View = ({ children }) => <div>{children}</div>;
    export const ScrollView = View;
    export const Text = ({ children, accessibilityRole }) =>
      accessibilityRole === "header" ? <h1>{children}</h1> : <p>{children}</p>;
    export const Button = ({ title, onPress }) => <button type="button" onClick={onPress}>{title}</button>;`,
  "node_modules/react-native/package.json": '{ "main": "index.jsx" }',
  "node_modules/expo-camera/index.jsx": `
    import { useImperativeHandle, useState } from "react";
    export function useCameraPermissions() {
      const [permission, set] = useState({ granted: false });
      return [permission, async () => set({ granted: true })];
    }
    export function CameraView({ ref, onBarcodeScanned, barcodeScannerSettings }) {
      useImperativeHandle(ref, () => ({ takePictureAsync: async () => ({ uri: window.photo }) }));
      const frame = () => onBarcodeScanned({ data: window.code, type: barcodeScannerSettings.barcodeTypes[0] });
      return <button type="button" onClick={() => { frame(); frame(); }}>Frames</button>;
    }`,
  "node_modules/expo-camera/package.json": '{ "main": "index.jsx" }',
  "node_modules/expo-crypto/index.js": "export const randomUUID = () => crypto.randomUUID();",
  "node_modules/expo-localization/index.js":
    "export const getLocales = () => [{ languageTag: navigator.language }];",
  "native.jsx": `
    import { createRoot } from "react-dom/client";
    import { ScanScreen } from "./scan-screen";
    createRoot(document.querySelector("main")).render(<ScanScreen />);`,
  "public/native.html":
    '<!doctype html><html lang="en"><title>Native</title><main></main><script type="module" src="native.js"></script></html>',
};
