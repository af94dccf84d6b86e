// Renders the chart as `helm template` does: with text/template, sprig, and the functions that Helm adds.
// Standard input: {"templates": {"name": "text"}, "values": {...}, "release": {...}, "chart": {...}}. Standard output: the
// rendered text of each template, as JSON.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type input struct {
	Templates map[string]string      `json:"templates"`
	Values    map[string]interface{} `json:"values"`
	Release   map[string]interface{} `json:"release"`
	Chart     map[string]interface{} `json:"chart"`
}

func functions(all *template.Template) template.FuncMap {
	named := sprig.TxtFuncMap()
	// As Helm does: charts see neither the environment nor the network of who installs them.
	delete(named, "env")
	delete(named, "expandenv")
	delete(named, "getHostByName")
	named["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	named["required"] = func(reason string, value interface{}) (interface{}, error) {
		if text, isText := value.(string); value == nil || (isText && text == "") {
			return nil, errors.New(reason)
		}
		return value, nil
	}
	named["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(text), "\n")
	}
	return named
}

func render(in input) (map[string]string, error) {
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	for name, text := range in.Templates {
		if _, err := all.New(name).Parse(text); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	data := map[string]interface{}{"Values": in.Values, "Release": in.Release, "Chart": in.Chart}
	for name := range in.Templates {
		if strings.HasSuffix(name, ".tpl") {
			continue
		}
		var text strings.Builder
		if err := all.ExecuteTemplate(&text, name, data); err != nil {
			return nil, err
		}
		rendered[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return rendered, nil
}

func main() {
	var in input
	err := json.NewDecoder(os.Stdin).Decode(&in)
	if err == nil {
		var rendered map[string]string
		if rendered, err = render(in); err == nil {
			err = json.NewEncoder(os.Stdout).Encode(rendered)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
