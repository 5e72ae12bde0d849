"""Tests how the build shortens code: `python3 -m unittest discover -s Tests/Web -p '*_test.py'`."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Clients" / "Web"))

from shorten import shorten_links, shorten_loaders, shorten_routes  # noqa: E402


class ShortenTests(unittest.TestCase):
    def test_links_have_the_names_that_are_used_once_for_each_file(self):
        contents = {
            "main": 'import"./early.js";var a=1,b=2,$c=3;export{a as a_1,b as b_1,$c as c_2,b as prove};\n',
            "early": "run();\n",
            "park": 'import{a_1 as x,b_1 as y}from"./main.js";import{c_2 as z}from"./main.js";'
                    'import{d as w}from"./shared.js";x(y$);import("./main.js");export{z as default};\n',
            "shared": "var e=4;export{e as d};\n",
        }
        self.assertEqual(shorten_links(contents, {"default", "prove"}), {
            "main": 'import"./early.js";var a=1,b=2,$c=3;export{a,$c,b as prove};\n',
            "early": "run();\n",
            # A file of which no name is left still has effects; `y` is only a part of another name.
            "park": 'import{a as x,$c as z}from"./main.js";import"./shared.js";'
                    'x(y$);import("./main.js");export{z as default};\n',
            "shared": "var e=4;\n",
        })

    def test_the_loaders_of_texts_become_one_function(self):
        sections = {"core": "core-1a", "signIn": "sign-in-1a"}
        loaders = {section: ",".join(f'{one}:()=>import("./texts-{one}-{file}.js")' for one in ("en", "ru", "be"))
                   for section, file in sections.items()}
        table = ",".join(f"{section}:{{{one}}}" for section, one in loaders.items())
        self.assertEqual(
            shorten_loaders(f'var a={{}},b={{{table}}},c={{en:()=>import("./texts-en-core-1a.js")}};'),
            'var a={},b=Object.fromEntries("core signIn=sign-in".split(" ").map(s=>{let[n,f=n]=s.split("=");return[n,'
            '{en:()=>import(`./texts-en-${f}-1a.js`),ru:()=>import(`./texts-ru-${f}-1a.js`),'
            'be:()=>import(`./texts-be-${f}-1a.js`)}]})),'
            'c={en:()=>import("./texts-en-core-1a.js")};')

    def test_the_routes_become_one_text(self):
        routes = ('{path:"/",load:()=>import("./today-today-1a.js"),texts:["today","news"],style:"today"}',
                  '{path:"/about",load:()=>import("./about-1a.js"),texts:[]}')
        self.assertEqual(
            shorten_routes(f'var a=[{",".join(routes)}],b=[];'),
            'var a="/ today-today today,news today|/about about".split("|").map(r=>{let[path,f,t,style]=r.split(" ");'
            'return{path,load:()=>import(`./${f}-1a.js`),texts:t?t.split(","):[],style}}),b=[];')


if __name__ == "__main__":
    unittest.main()
