"""Runs the tasks of a plan on a Spark cluster, then joins them. The page beside this file says how.

spark-submit partie_spark.py PLAN OUT [OPTION...]    the options are those that the plan was written with
"""

import json
import os
import subprocess
import sys

from pyspark import TaskContext
from pyspark.sql import SparkSession

plan, out, *options = sys.argv[1:]
here = os.getcwd()  # relative paths of the plan mean the same on every machine
analyze = [os.environ.get("PARTIE", "partie"), "analyze", "--quiet", *options]
with open(plan, encoding="utf-8") as lines:
    tasks = json.loads(lines.readlines()[-1])["end"]

spark = SparkSession.builder.appName("partie").getOrCreate()
tries = int(spark.conf.get("spark.task.maxFailures", "4"))


def attempt(task):
    command = [*analyze, "--plan", plan, "--task", str(task), "-o", out]
    done = subprocess.run(command, cwd=here, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode in (0, 1):  # judged; 1 only says that there are findings
        return []
    said = f"task {task}: exit status {done.returncode}: {done.stderr.strip()[-500:]}"
    if TaskContext.get().attemptNumber() + 1 < tries:
        raise RuntimeError(said)  # Spark tries again, perhaps elsewhere
    return [said]  # one bad file does not stop the others: the join says what is missing


for said in spark.sparkContext.parallelize(range(tasks), max(tasks, 1)).flatMap(attempt).collect():
    print(said, file=sys.stderr)
spark.stop()
joined = subprocess.run([*analyze, "--join", out], cwd=here).returncode
sys.exit(0 if joined == 1 else joined)  # here too, 1 only says that there are findings
