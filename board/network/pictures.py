"""Pictures of the page, for people to look at: each view as it is when nothing is set, with long names, while something rings,
when the clock refuses, and when it does not answer; on a phone and on a desktop, in the dark and in the light.

Used by page.py, whose browser is paired by then.
"""

import contextlib
import itertools
import os
import signal

long_name = "Donaudampfschifffahrtsgesellschaftskapitänsmütze with a train that leaves before anybody is awake"
long_file = "Rainforest recorded at dawn, far upriver"
alarms = [["5:45", "mon-fri", "--label", long_name, "--message", "Take the keys, the ticket and the sandwiches. " * 4],
          ["7:00", "sat,sun", "--label", "Weekend", "--sound", "chimes"], ["23:59", "2026-12-31", "--label", "New year"]]


class Pictures:
    """Opens the page in all four looks at once, so that each state of the clock is made once."""

    def __init__(self, browser, sizes, cookies, folder, open_page, household):
        self.household = household
        self.folder = folder
        self.pages = {}
        self.contexts = contextlib.ExitStack()
        for theme, (size, options) in itertools.product(("dark", "light"), sizes.items()):
            context = self.contexts.enter_context(contextlib.closing(browser.new_context(color_scheme=theme, **options)))
            context.add_cookies(cookies)
            self.pages[f"{size}-{theme}"] = open_page(context)

    def close(self):
        self.contexts.close()

    def take(self, state, *places, act=None):
        """Goes to each place and takes its picture, after `act` with the open page."""
        for look, one in self.pages.items():
            one.page.bring_to_front()
            for place in places or [""]:
                if place:
                    one.go(place)
                if act:
                    act(one)
                one.page.wait_for_timeout(400)
                name = "-".join(part for part in (state, place.replace("/", "-"), look) if part)
                one.page.screenshot(path=os.path.join(self.folder, f"{name}.png"))

    def nothing_set(self):
        """Takes away all that the household has."""
        for one in self.household("alarm", "list")["alarms"]:
            self.household("alarm", "remove", str(one["id"]))
        for one in self.household("timer", "list")["timers"]:
            self.household("timer", "remove", str(one["id"]))
        for one in self.household("mix", "list")["mixes"]["favourites"]:
            self.household("mix", "delete", one["name"])
        for one in self.household("sound", "list")["sounds"]["noises"]:
            if one["own"]:
                self.household("sound", "remove", one["id"])
        self.household("mix", "clear")
        self.household("free-days", "clear")
        self.take("nothing", "clock", "alarms", "noise", "noise/mixer", "settings/days", "settings/history", "settings/devices")

    def long_names(self):
        """Fills everything that has a name with a long one."""
        for words in alarms:
            self.household("alarm", "add", *words)
        self.household("timer", "add", "45m", long_name)
        self.household("timer", "add", "3m", "Eggs")
        self.household("noise", "play", "rain")
        self.household("mix", "add", "ocean")
        self.household("mix", "add", "fire")
        self.household("mix", "save", long_file)
        self.household("noise", "sleep", "40m")
        self.household("free-days", "add", "2026-05-01=" + long_file, "2026-12-25=Christmas")
        self.household("nap", "start")
        first = self.household("alarm", "list")["alarms"][0]["id"]
        self.take("long", "clock", "alarms", f"alarms/{first}", "alarms/new", "noise", "noise/mixer", "settings/days")

    def all_settings(self, places):
        self.take("", *[place for place in places if place.startswith("settings")])

    def refused(self):
        def past(one):
            one.tap("On a date")
            one.page.get_by_label("Date").fill("2020-01-01")
            one.main.locator(".forecast, .reason").filter(has_text="is over").first.wait_for()

        self.take("refused", "alarms/new", act=past)

    def ringing(self):
        """What can be snoozed, and an alarm that is only tried."""
        def rings(one):
            one.page.get_by_role("alertdialog").wait_for()

        self.household("noise", "pause")
        self.household("timer", "add", "1s", long_name)
        self.take("ringing", act=rings)
        self.household("stop")
        self.household("alarm", "test", str(self.household("alarm", "list")["alarms"][0]["id"]))
        self.take("tried", act=rings)
        self.household("stop")

    def offline(self, process):
        """The clock goes without a word."""
        for one in self.pages.values():
            one.go("clock")
        os.kill(process, signal.SIGSTOP)
        try:
            self.take("offline", act=lambda one: one.page.wait_for_function(
                "() => document.documentElement.hasAttribute('data-offline')"))
        finally:
            os.kill(process, signal.SIGCONT)
