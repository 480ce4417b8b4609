"""Writes the tables games and findings of some archives by Spark. The page beside this file says how.

spark-submit spark_tables.py SOURCE... OUT    paths that every machine sees, or addresses: s3://bucket/month.pgn.zst
"""

import pickle
import sys

import fsspec
import partie
import pyarrow
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

*sources, out = sys.argv[1:]
# Without default_cache_type, s3fs reads 50 MB ahead of each place that a task asks for.
sources = [fsspec.open(each, default_cache_type="none") if each.startswith("s3://") else each for each in sources]


def of_spark(schema):
    """The schema with times in microseconds: Spark takes no others."""
    times = pyarrow.timestamp("us", "UTC")
    return pyarrow.schema(field.with_type(times) if pyarrow.types.is_timestamp(field.type) else field for field in schema)


def rows_of(table):
    """What makes the rows of a table of the tasks that Spark hands over."""

    def rows(batches):
        for batch in batches:
            for task in batch["task"]:
                stream = pyarrow.RecordBatchReader.from_stream(partie.run(pickle.loads(task.as_py()), table))
                yield from stream.cast(of_spark(stream.schema))

    return rows


spark = SparkSession.builder.appName("partie").getOrCreate()
tasks = partie.plan(sources, size=int(spark.conf.get("spark.partie.size", str(64 << 20))))
if not tasks:
    sys.exit(f"no record in {', '.join(sys.argv[1:-1])}")
# A partition for each task: those of a worker that is lost are run again elsewhere.
plan = spark.sparkContext.parallelize([(pickle.dumps(task),) for task in tasks], len(tasks)).toDF("task binary")
for table in ("games", "findings"):
    schema = from_arrow_schema(of_spark(pyarrow.schema(partie.run(tasks[0], table))))
    plan.mapInArrow(rows_of(table), schema).write.mode("overwrite").parquet(f"{out}/{table}")
spark.stop()
